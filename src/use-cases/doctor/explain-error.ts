import { ERROR_CODES, type ErrorCode } from '../../errors/error-codes.ts';
import { ERROR_EXPLANATIONS, type ErrorExplanation } from '../../errors/error-explanations.ts';
import { notFound } from '../../errors/not-found.ts';

/** An error code with its explanation. */
export interface ExplainedError extends ErrorExplanation {
  readonly code: ErrorCode;
  readonly exit_code: number;
  readonly summary: string;
}

/** Explains every error code, in the order of their exit codes. */
export function explainErrors(): ExplainedError[] {
  // Object.keys loses the type of the keys.
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  return codes.map((code) => {
    const { exitCode, summary } = ERROR_CODES[code];
    return { code, exit_code: exitCode, summary, ...ERROR_EXPLANATIONS[code] };
  });
}

/**
 * Explains one error code. Case does not matter, and the `WF_` prefix is optional.
 *
 * @throws {WF_NOT_FOUND} when there is no such code
 */
export function explainError(typed: string): ExplainedError {
  const name = typed.toUpperCase().replaceAll('-', '_');
  const all = explainErrors();
  const found = all.find(({ code }) => code === name || code === `WF_${name}`);
  if (found !== undefined) return found;
  const near = name.startsWith('WF_') ? name : `WF_${name}`;
  throw notFound({ kind: 'error code', name: near, available: all.map(({ code }) => code), nextSteps: ['wf explain'] });
}
