import type { EvaluationStatus, Result, ResultError } from '../../contract/evaluations/result.ts';

/** From INITIALIZED to STARTED, and from there to any of the others, after which nothing happens by itself. */
export const UNFINISHED = ['EVALUATION_INITIALIZED', 'EVALUATION_STARTED'] as const satisfies EvaluationStatus[];

/** Answers whether an evaluation waits or runs. @source facts §3.1, design §5 */
export function isUnfinished(status: Result): boolean {
  return UNFINISHED.some((value) => value === status.value);
}

/** Ended before all rows had a result, or could not be added up: may be resumed. */
const RESUMABLE = [
  'EVALUATION_CANCELLED',
  'EVALUATION_FAILED',
  'EVALUATION_AGGREGATION_FAILED',
  'EVALUATION_FINISHED_WITH_ERRORS',
] as const satisfies EvaluationStatus[];

/** Answers whether an evaluation may be taken up again; one that finished with errors tries again what failed. */
export function isResumable(status: Result): boolean {
  return RESUMABLE.some((value) => value === status.value);
}

/** Puts a status on the wire. */
export function statusResult(value: EvaluationStatus, error: ResultError | null = null): Result {
  return error === null ? { type: 'status', value } : { type: 'status', value, error };
}
