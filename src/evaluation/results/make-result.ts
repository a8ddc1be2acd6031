import type { JudgedResult, Result } from '../../contract/evaluations/result.ts';

export function boolResult(value: boolean): Result {
  return { type: 'bool', value };
}

export function numberResult(value: number): Result {
  return requireScore({ type: 'number', value });
}

/**
 * Decides what counts as a score, for every evaluator: a boolean or a finite number. JSON has no infinity and no NaN, so
 * such a score would be stored as `null` and silently left out of every mean; it becomes an error of its row.
 */
export function requireScore<R extends Result>(result: R): R | JudgedResult {
  if (isScored(result) || result.type === 'error') return result;
  // What the judge cost, and why it scored so, stay known.
  return { ...result, ...errorResult(`The score is ${describeValue(result.value)}, which is not a finite number.`) };
}

/** Answers whether an evaluator could not score a row; a number that JSON could not hold was stored as `null`. */
export function isUnscored(result: Result): boolean {
  return result.type === 'error' || (result.type === 'number' && !isScored(result));
}

/** Answers whether a result has a score: a boolean or a finite number. */
export function isScored({ value }: Result): boolean {
  return typeof value === 'boolean' || Number.isFinite(value);
}

function describeValue(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'missing').slice(0, 80);
}

/** The result of a row that could not be scored, and why. */
export function errorResult(message: string, stacktrace?: string): Result {
  return { type: 'error', value: null, error: { message, stacktrace: stacktrace ?? null } };
}
