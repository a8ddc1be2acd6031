import { type ErrorCode, isServiceError, ServiceError } from './wf-error.ts';

export type NextSteps = Partial<Record<ErrorCode, readonly string[]>>;

/**
 * Adds next steps to an error of the service. The service sends only a message; which command helps depends on the
 * command that sent the request.
 *
 * @param steps - next steps by error code, or chosen from the error's details
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
