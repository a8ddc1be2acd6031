import type { Result } from '../../contract/evaluations/result.ts';

export function boolResult(value: boolean): Result {
  return { type: 'bool', value };
}

export function numberResult(value: number): Result {
  return { type: 'number', value };
}

/** The result of a row that could not be scored, and why. */
export function errorResult(message: string, stacktrace?: string): Result {
  return { type: 'error', value: null, error: { message, stacktrace: stacktrace ?? null } };
}
