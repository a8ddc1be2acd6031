import { ERROR_CODES, type ErrorCode, statusOf } from '../../foundation/errors/wf-error.ts';
import { ERROR_EXPLANATIONS, type ExplainedError } from '../../foundation/errors/error-explanations.ts';
import { notFound } from '../../foundation/closest-names.ts';

/** Explains every error code, in the order of their exit codes. */
export function explainErrors(): ExplainedError[] {
  // Object.keys loses the type of the keys.
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  return codes.map((code) => ({
    code,
    exit_code: ERROR_CODES[code].exit,
    status: statusOf(code),
    ...ERROR_EXPLANATIONS[code],
  }));
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
