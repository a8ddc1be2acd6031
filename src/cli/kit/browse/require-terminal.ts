import type { Io } from '../process/io.ts';
import { isDrawable, isInteractive } from '../process/screen.ts';
import { usageError } from '../words/usage-error.ts';

/**
 * Rejects an interactive list without a terminal, before anything is fetched.
 *
 * @param command - the same command without the list
 * @throws {WF_USAGE} when there is no terminal that supports drawing
 */
export function requireTerminal(io: Io, command: string): void {
  if (isInteractive(io) && isDrawable(io.stdout, io.env)) return;
  throw usageError('--interactive needs an interactive terminal.', [command]);
}
