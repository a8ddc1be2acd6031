import { addPlace } from '../../foundation/errors/source-error.ts';
import { findRefusedAccess } from '../../foundation/errors/thrown-error.ts';
import type { ExplainFailure } from '../call/to-call-failure.ts';
import { findAuthorLine } from './find-author-line.ts';

export interface RefusalContext {
  /** Folder that the author's lines are shown relative to. A bundle with files changes the process's own. */
  readonly home: string;
  /** Whether Node's permissions are on. Without them, such an error has another cause. */
  readonly isSandboxed: boolean;
}

/**
 * Creates the explanation of what the sandbox refuses: an error then names the path, package or address, where the
 * author's code asked for it, and which setting would allow it. Node's own message names a flag that no author can set.
 * Whatever shows the error shows this. The host passes it to the app, so that no bundle contains the sentences.
 */
export function explainRefusedAccess({ home, isSandboxed }: RefusalContext): ExplainFailure {
  return (thrown) => {
    if (!isSandboxed || !(thrown instanceof Error)) return thrown;
    const refused = findRefusedAccess(thrown);
    if (refused === null) return thrown;
    const { message, stack = '' } = thrown;
    const place = findAuthorLine(stack, home);
    const sentence = place === null ? refused.sentence : addPlace(refused.sentence, place);
    const explained = `${sentence} ${refused.advice}`;
    Reflect.set(thrown, 'message', explained);
    Reflect.set(
      thrown,
      'stack',
      stack.replace(message, () => explained),
    );
    return thrown;
  };
}
