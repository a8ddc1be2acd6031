import { isWfError } from './wf-error.ts';

/** Stands between flags that one is missing of. */
export const ONE_OF = ' or ';

/** Facts of an error that one more word of the command line would mend. */
export interface MissingWord {
  /** The flag, as `--app`, or the argument, as `VARIANT`; of several flags that exclude each other, all. */
  readonly missing: string;
}

/** Reads which word an error lacks; `null` for an error that no word mends. */
export function missingWordOf(error: unknown): string | null {
  if (!isWfError(error)) return null;
  const details: unknown = error.details;
  if (typeof details !== 'object' || details === null || !('missing' in details)) return null;
  return typeof details.missing === 'string' ? details.missing : null;
}
