import { isWfError } from './wf-error.ts';

/** Separates flags when one of them is required. */
export const ONE_OF = ' or ';

/** Details of an error that is fixed by adding a flag or an argument. */
export interface MissingArgument {
  /** The flag (`--app`) or argument (`VARIANT`); all flags of a group that exclude each other. */
  readonly missing: string;
}

/** Reads which flag or argument is missing; `null` for any other error. */
export function missingArgumentOf(error: unknown): string | null {
  if (!isWfError(error)) return null;
  const details: unknown = error.details;
  if (typeof details !== 'object' || details === null || !('missing' in details)) return null;
  return typeof details.missing === 'string' ? details.missing : null;
}
