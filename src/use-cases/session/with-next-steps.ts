import type { ErrorCode } from '../../errors/error-codes.ts';
import { isServiceError, ServiceError } from '../../errors/service-error.ts';

export type NextSteps = Partial<Record<ErrorCode, readonly string[]>>;

/**
 * Adds what to try next to a refusal of the service: the interface carries a sentence only, and which command helps is
 * known to whoever sent the request.
 *
 * @param steps - by the error's code, or by what it says
 */
export async function withNextSteps<Answer>(
  answer: Promise<Answer>,
  steps: NextSteps | ((error: ServiceError) => readonly string[]),
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!isServiceError(error) || error.nextSteps.length > 0) throw error;
    const { code, message, status, requestId, details } = error;
    throw new ServiceError({
      code,
      message,
      status,
      requestId,
      details,
      nextSteps: typeof steps === 'function' ? steps(error) : (steps[code] ?? []),
      cause: error.cause,
    });
  }
}
