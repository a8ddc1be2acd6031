import { isServiceError, isWfError } from '../../foundation/errors/wf-error.ts';

/**
 * Returns whether a service answered that it has no such endpoint. It may also mean that a record of the path is
 * missing, so ask only where the path names none, or where the answer is optional.
 */
export function isEndpointMissing(error: unknown): boolean {
  return isServiceError(error) && [404, 405, 501].includes(error.status ?? 0);
}

/** Returns the answer to an optional request; `null` if the service has no such endpoint. */
export async function orMissing<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (isEndpointMissing(error)) return null;
    throw error;
  }
}

/**
 * Returns whether a service failed without a reason. The public service does, instead of answering that a name is
 * unknown; listing the records then shows it.
 *
 * @source facts §2.1, §2.2, §2.7
 */
export function isUnexplainedFailure(error: unknown): boolean {
  return isServiceError(error) && error.status === 500;
}

/** Returns a record that was looked up; `null` if there is none. */
export async function orUnknown<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if (isEndpointMissing(error) || (isWfError(error) && error.code === 'WF_NOT_FOUND')) return null;
    throw error;
  }
}
