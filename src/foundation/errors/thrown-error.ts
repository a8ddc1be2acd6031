import { findRefusedAccess } from './refused-access.ts';

/** An error of another process, as plain values. */
export interface ThrownError {
  readonly message: string;
  /** Positions are mapped to the sources; empty if the thrown value is not an `Error`. */
  readonly stack: string;
  /** Name of the error's class, unless the SDK threw it. */
  readonly name: string;
  /** Code of an error of Node, as in `ERR_ACCESS_DENIED`; `null` for any other. */
  readonly code: string | null;
  /** Set if the SDK rejected a route or a schema, or the sandbox an access. */
  readonly refusal: { readonly nextSteps: readonly string[]; readonly details: unknown } | null;
}

/** Converts a thrown value for a process that does not share its classes. */
export function toThrownError(thrown: unknown): ThrownError {
  if (!(thrown instanceof Error))
    return { message: String(thrown), stack: '', name: typeof thrown, code: null, refusal: null };
  // A package that is not installed has a command of its own.
  const isOfSandbox = process.permission !== undefined && codeOf(thrown)?.endsWith('MODULE_NOT_FOUND') !== true;
  const refused = isOfSandbox ? findRefusedAccess(thrown) : null;
  return {
    message: refused?.sentence ?? thrown.message,
    stack: thrown.stack ?? '',
    name: thrown.name,
    code: codeOf(thrown),
    refusal:
      refused === null
        ? refusalOf(thrown)
        : { nextSteps: [refused.advice], details: { code: codeOf(thrown), message: thrown.message } },
  };
}

function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** The SDK marks its errors with a registered symbol, since the bundle has its own copy of the classes. */
function refusalOf(error: Error): ThrownError['refusal'] {
  if (!(Symbol.for('wf.error') in error)) return null;
  const { nextSteps, details } = error as { nextSteps?: readonly string[]; details?: unknown }; // as the SDK creates them
  return { nextSteps: nextSteps ?? [], details };
}
