import type { EvaluationJob } from '../evaluation-job.ts';

/** Longest time of one call. @source facts §2.7, row execution */
const CALL_TIMEOUT_MS = 900_000;

/** Longest time of one call, of the route or of an evaluator of the project's own. */
export function callTimeoutOf({ call_seconds }: EvaluationJob['options']): number {
  return call_seconds == null ? CALL_TIMEOUT_MS : call_seconds * 1000;
}
