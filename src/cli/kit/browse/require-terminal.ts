import type { Io } from '../process/io.ts';
import { isDrawable, isInteractive } from '../process/screen.ts';
import { usageError } from '../words/usage-error.ts';

/**
 * Refuses a list to look through where there is nobody to look, before anything is fetched for it.
 *
 * @param command - the same without the list
 * @throws {WF_USAGE} where nobody sits at a terminal that can be drawn on
 */
export function requireTerminal(io: Io, command: string): void {
  if (isInteractive(io) && isDrawable(io.stdout, io.env)) return;
  throw usageError('--interactive needs a terminal, with a person at it.', [command]);
}
