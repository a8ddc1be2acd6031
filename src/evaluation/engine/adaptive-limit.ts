import type { EngineClock } from './engine-clock.ts';

/** How a call ended, as far as the load of its target goes. */
export type CallEnd = 'answered' | 'failed' | 'busy';

/** A call that may begin. */
export interface CallTurn {
  /** @param retryAfterMs - how long the target asked everybody to stay away */
  end(how: CallEnd, retryAfterMs?: number | null): void;
}

/** Calls in flight at once that one target bears: fewer when it says that it is too busy, more again as it answers. */
export interface AdaptiveLimit {
  /**
   * Waits for a turn.
   *
   * @param isAlone - lets no other call be in flight meanwhile; who wants that goes first @defaultValue false
   * @throws the signal's reason
   */
  enter(signal: AbortSignal, isAlone?: boolean): Promise<CallTurn>;
  /** Lets so many more calls be in flight, for somebody who joins; the function takes that back. */
  join(calls: number): () => void;
  /**
   * Heeds what the target told somebody else.
   *
   * @param isRefused - whether it refused calls since this was last told
   * @param closedMs - how long it asked to be left alone, from now
   */
  heed(isRefused: boolean, closedMs: number): void;
  /** Calls it lets through now. */
  readonly allowed: number;
  /** Whether somebody calls the target. */
  readonly isCalled: boolean;
}

const LONGEST_RETRY_AFTER_MS = 300_000;

/**
 * Additive increase, multiplicative decrease: one more call per round of answers, half as many when one of a round is
 * refused. A target that names a time is left alone until then, by all.
 *
 * @param onRefusal - told when a call of a new round is refused, and whenever the target names a time
 * @source Chiu and Jain, "Analysis of the increase and decrease algorithms for congestion avoidance", 1989
 */
export function createAdaptiveLimit(
  clock: EngineClock,
  onRefusal: (retryAfterMs: number | null) => void = () => undefined,
): AdaptiveLimit {
  const waiting = new Set<() => void>();
  let [most, allowed, inFlight] = [0, 0, 0];
  /** Calls that want to be alone, and whether one is. */
  let [wantAlone, isAloneNow] = [0, false];
  let [decreasedAt, closedUntil] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  const isClosed = () => clock.now() < closedUntil;
  const isOpen = (isAlone: boolean): boolean => {
    if (isClosed() || isAloneNow) return false;
    return isAlone ? inFlight === 0 : wantAlone === 0 && inFlight < Math.max(1, Math.floor(allowed));
  };
  /** Has those who wait look again; while it is closed, each then waits for its time. */
  const letIn = (): void => {
    if (!isClosed() && !isOpen(wantAlone > 0)) return;
    for (const wake of waiting) wake();
    waiting.clear();
  };
  const decrease = (): void => {
    allowed = Math.max(1, allowed / 2);
    decreasedAt = clock.now();
  };
  const close = (ms: number): void => {
    closedUntil = Math.max(closedUntil, clock.now() + ms);
  };
  const end = (startedAt: number, how: CallEnd, asked: number | null): void => {
    const retryAfterMs = asked === null ? null : Math.min(LONGEST_RETRY_AFTER_MS, asked);
    inFlight -= 1;
    isAloneNow = false;
    if (how === 'answered') allowed = Math.min(most, allowed + 1 / Math.max(1, allowed));
    // Calls that left before the last decrease say nothing about what is borne since.
    const isNewRound = how === 'busy' && startedAt >= decreasedAt;
    if (isNewRound) decrease();
    if (how === 'busy' && retryAfterMs !== null) close(retryAfterMs);
    if (isNewRound || (how === 'busy' && retryAfterMs !== null)) onRefusal(retryAfterMs);
    letIn();
  };
  const begin = (isAlone: boolean): CallTurn => {
    inFlight += 1;
    isAloneNow = isAlone;
    const startedAt = clock.now();
    return { end: (how, retryAfterMs = null) => end(startedAt, how, retryAfterMs) };
  };

  return {
    get allowed() {
      return Math.max(1, Math.floor(allowed));
    },
    get isCalled() {
      return most > 0;
    },
    heed(isRefused, closedMs) {
      if (isRefused) decrease();
      if (closedMs > 0) close(closedMs);
      letIn();
    },
    join(calls) {
      most += calls;
      allowed += calls;
      letIn();
      return () => {
        most -= calls;
        allowed = Math.min(allowed, most);
      };
    },
    async enter(signal, isAlone = false) {
      signal.throwIfAborted();
      if (isAlone) wantAlone += 1;
      try {
        while (!isOpen(isAlone)) {
          const closedMs = closedUntil - clock.now();
          if (closedMs > 0) await clock.pause(closedMs, signal);
          else await turnOf(waiting, signal);
        }
        return begin(isAlone);
      } finally {
        if (isAlone) wantAlone -= 1;
        if (signal.aborted) letIn();
      }
    },
  };
}

async function turnOf(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = () => resolve();
  waiting.add(resolve);
  signal.addEventListener('abort', leave, { once: true });
  await promise;
  signal.removeEventListener('abort', leave);
  waiting.delete(resolve);
  signal.throwIfAborted();
}
