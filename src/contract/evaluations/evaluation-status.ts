import type { EvaluationStatus, Result, ResultError } from './result.ts';

/** INITIALIZED becomes STARTED, and that becomes any of the others, which are final unless somebody resumes. */
export const UNFINISHED = ['EVALUATION_INITIALIZED', 'EVALUATION_STARTED'] as const satisfies EvaluationStatus[];

/** Answers whether an evaluation is queued or running. @source facts §3.1, design §5 */
export function isUnfinished(status: Result): boolean {
  return UNFINISHED.some((value) => value === status.value);
}

const FINISHED = ['EVALUATION_FINISHED', 'EVALUATION_FINISHED_WITH_ERRORS'] as const satisfies EvaluationStatus[];

/** Answers whether all rows of an evaluation were called and scored, with or without errors. */
export function hasFinished(status: Pick<Result, 'value'>): boolean {
  return FINISHED.some((value) => value === status.value);
}

/** Ended before all rows had a result, or before they were aggregated. */
const RESUMABLE = [
  'EVALUATION_CANCELLED',
  'EVALUATION_FAILED',
  'EVALUATION_AGGREGATION_FAILED',
  'EVALUATION_FINISHED_WITH_ERRORS',
  'EVALUATION_INTERRUPTED',
] as const satisfies EvaluationStatus[];

/** Answers whether an evaluation can be resumed; one that finished with errors retries what failed. */
export function isResumable(status: Result): boolean {
  return RESUMABLE.some((value) => value === status.value);
}

/** Answers whether an evaluation started and no process runs it. A server may still take it. */
export function isInterrupted(status: Result): boolean {
  return status.value === 'EVALUATION_INTERRUPTED';
}

/** Converts a status to its wire form. */
export function statusResult(value: EvaluationStatus, error: ResultError | null = null): Result {
  return error === null ? { type: 'status', value } : { type: 'status', value, error };
}

/** What users call the statuses of evaluations. */
export const STATUS_WORDS = {
  waiting: 'EVALUATION_INITIALIZED',
  running: 'EVALUATION_STARTED',
  interrupted: 'EVALUATION_INTERRUPTED',
  finished: 'EVALUATION_FINISHED',
  'finished-with-errors': 'EVALUATION_FINISHED_WITH_ERRORS',
  failed: 'EVALUATION_FAILED',
  'aggregation-failed': 'EVALUATION_AGGREGATION_FAILED',
  cancelled: 'EVALUATION_CANCELLED',
} as const satisfies Readonly<Record<string, EvaluationStatus>>;
export type StatusWord = keyof typeof STATUS_WORDS;

/** Type of the 422 item that reports that no model provider is configured for judges. */
export const PROVIDER_KEY_MISSING = 'provider_key_missing';

interface ScoredRow {
  readonly outputs: readonly { readonly result: Result }[];
  readonly results: readonly { readonly result: Result }[];
}

/** Returns whether a row failed, or an evaluator could not score it. */
export function isErroneous({ outputs, results }: ScoredRow): boolean {
  return outputs.length === 0 || [...outputs, ...results].some(({ result }) => isUnscored(result));
}

/** Returns whether an evaluator could not score a row; a number that JSON could not hold was stored as `null`. */
export function isUnscored(result: Result): boolean {
  return result.type === 'error' || ((result.type === 'number' || result.type === 'bool') && !isScored(result));
}

/** Returns whether a result has a score: a boolean or a finite number. */
export function isScored({ value }: Result): boolean {
  return typeof value === 'boolean' || Number.isFinite(value);
}
