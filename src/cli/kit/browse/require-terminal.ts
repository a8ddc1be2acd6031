import type { Io } from '../process/io.ts';
import { isDrawable, isInteractive } from '../process/screen.ts';
import { usageError } from '../words/usage-error.ts';

/**
 * Refuses an interactive list without a terminal, before anything is fetched.
 *
 * @param command - the same without the list
 * @throws {WF_USAGE} without a terminal that can be drawn on
 */
export function requireTerminal(io: Io, command: string): void {
  if (isInteractive(io) && isDrawable(io.stdout, io.env)) return;
  throw usageError('--interactive needs a terminal, with a person at it.', [command]);
}
