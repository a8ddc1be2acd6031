import { isServiceError, isWfError, recover } from '../../foundation/errors/wf-error.ts';

/** Returns what an extension answers; `otherwise` if the service is of others. */
export async function orUnsupported<Answer, Other>(answer: Promise<Answer>, otherwise: Other): Promise<Answer | Other> {
  // Of an answer by one of ours, the error says what it lacks.
  const isOfOthers = (error: unknown) => isWfError(error) && error.code === 'WF_UNSUPPORTED' && !isServiceError(error);
  return await recover(answer, isOfOthers, otherwise);
}

/** Returns what our service answers; `null` where another version of it answers with other fields. */
export async function orOtherVersion<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  // The details are the fields that are wrong; of a body that is not JSON, they are its text.
  const hasOtherFields = (error: unknown) =>
    isServiceError(error) && error.code === 'WF_UNEXPECTED_ANSWER' && Array.isArray(error.details);
  return await recover(answer, hasOtherFields, null);
}

/** Returns the answer to an optional request; `null` if the service has no such endpoint. */
export async function orMissing<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return await recover(answer, isEndpointMissing, null);
}

/** Returns a record that was looked up; `null` if there is none. */
export async function orUnknown<Found>(found: Promise<Found>): Promise<Found | null> {
  const isUnknown = (error: unknown) => isWfError(error) && error.code === 'WF_NOT_FOUND';
  return await recover(found, (error) => isEndpointMissing(error) || isUnknown(error), null);
}

/**
 * Returns whether a service answered that it has no such endpoint. It may also mean that a record of the path is
 * missing, so ask only where the path names none, or where the answer is optional.
 */
export function isEndpointMissing(error: unknown): boolean {
  return isServiceError(error) && [404, 405, 501].includes(error.status ?? 0);
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
