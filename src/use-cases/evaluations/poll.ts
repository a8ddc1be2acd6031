import { setTimeout as delay } from 'node:timers/promises';
import { clamp } from '../../foundation/numbers.ts';

export interface PollOptions<Answer> {
  /** @param passedMs - time since polling began */
  readonly ask: (passedMs: number) => Promise<Answer>;
  readonly isDone: (answer: Answer) => boolean;
  /** Ends the wait with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const MIN_WAIT_MS = 20;
const MAX_WAIT_MS = 1000;
/** Share of the elapsed time to wait between polls. */
const WAIT_SHARE = 0.05;

/** Asks until the answer is the last one: often at first, later less often. */
export async function poll<Answer>({ ask, isDone, signal }: PollOptions<Answer>): Promise<Answer> {
  const startedAt = performance.now();
  for (;;) {
    const passedMs = performance.now() - startedAt;
    const answer = await ask(passedMs);
    if (isDone(answer)) return answer;
    await delay(waitMsAfter(passedMs), undefined, signal === undefined ? {} : { signal }).catch(() =>
      signal?.throwIfAborted(),
    );
  }
}

/** Returns how long to wait before the next question. @param passedMs - time since polling began */
export function waitMsAfter(passedMs: number): number {
  return clamp(passedMs * WAIT_SHARE, MIN_WAIT_MS, MAX_WAIT_MS);
}
