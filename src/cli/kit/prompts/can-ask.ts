import { wantsJson } from '../words/has-switch.ts';
import type { Io } from '../process/io.ts';
import { isInteractive } from '../process/screen.ts';

/**
 * Answers whether a word that is missing is asked for: a person sits there and will read the result. A script that
 * takes the result, even one started at a terminal, gets an error in place of a question it would wait on.
 */
export function canAsk(argv: readonly string[], io: Io): boolean {
  return io.stdout.isTTY === true && isInteractive(io) && !wantsJson(argv);
}
