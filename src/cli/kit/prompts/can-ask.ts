import { wantsJson } from '../words/has-switch.ts';
import type { Io } from '../process/io.ts';
import { isInteractive } from '../process/screen.ts';

/**
 * Returns whether to ask for a missing flag or argument: the user is at a terminal and will read the result. A script
 * that reads the result, even if started on a terminal, gets an error instead of a prompt.
 */
export function canAsk(argv: readonly string[], io: Io): boolean {
  return io.stdout.isTTY === true && isInteractive(io) && !wantsJson(argv);
}
