import type { EvaluationStatus, Result, ResultError } from '../contract/records/result.ts';

/** From INITIALIZED to STARTED, and from there to any of the others, after which nothing happens by itself. */
const UNFINISHED: readonly unknown[] = ['EVALUATION_INITIALIZED', 'EVALUATION_STARTED'] satisfies EvaluationStatus[];

/** Answers whether an evaluation waits or runs. @source facts §3.1, design §5 */
export function isUnfinished(status: Result): boolean {
  return UNFINISHED.includes(status.value);
}

/** Puts a status on the wire. */
export function statusResult(value: EvaluationStatus, error: ResultError | null = null): Result {
  return error === null ? { type: 'status', value } : { type: 'status', value, error };
}
