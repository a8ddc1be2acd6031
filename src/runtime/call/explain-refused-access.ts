import { findRefusedAccess } from '../../errors/refused-access.ts';
import { findAuthorLine } from './find-author-line.ts';

/** Where the process began; a bundle with files changes its folder. */
const HOME = process.cwd();

/**
 * Says in an error which path, package or address the sandbox refused, where the author's code asked for it, and which
 * setting would allow it: Node's own message names a flag that no author can set. Everything that shows the error shows
 * this.
 *
 * @returns the same error, or what was thrown if the sandbox has nothing to do with it
 */
export function explainRefusedAccess(thrown: unknown): unknown {
  // Without the sandbox, such an error has another cause.
  if (process.permission === undefined || !(thrown instanceof Error)) return thrown;
  const refused = findRefusedAccess(thrown);
  if (refused === null) return thrown;
  const { message, stack = '' } = thrown;
  const place = findAuthorLine(stack, HOME);
  const sentence = place === null ? refused.sentence : refused.sentence.replace(/\.$/, ` (at ${place}).`);
  const explained = `${sentence} ${refused.advice}`;
  Reflect.set(thrown, 'message', explained);
  Reflect.set(
    thrown,
    'stack',
    stack.replace(message, () => explained),
  );
  return thrown;
}
