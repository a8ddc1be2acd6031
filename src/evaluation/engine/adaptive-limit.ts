import { setTimeout as sleep } from 'node:timers/promises';
import { onAbort } from '../../foundation/abort.ts';
import { MAX_RETRY_AFTER_MS } from '../../foundation/retry-policy.ts';

type CallEnd = 'answered' | 'failed' | 'busy';

/** Limits the calls in flight to one target: fewer when it reports that it is too busy, more as it answers. */
export type AdaptiveLimit = ReturnType<typeof createAdaptiveLimit>;
export type CallTurn = Awaited<ReturnType<AdaptiveLimit['enter']>>;

/**
 * Creates a limit with additive increase and multiplicative decrease: one more call per round of answers, half as many
 * when a call of a round is refused. All callers honour the target's `Retry-After`.
 *
 * @param onRefusal - called when a call of a new round is refused, and for every `Retry-After`
 * @source Chiu and Jain, "Analysis of the increase and decrease algorithms for congestion avoidance", 1989
 */
export function createAdaptiveLimit(
  clock: EngineClock,
  onRefusal: (retryAfterMs: number | null) => void = () => undefined,
) {
  const waiting = new Set<() => void>();
  let [max, allowed, inFlight] = [0, 0, 0];
  /** Calls that wait to be alone, and whether one runs alone. */
  let [wantAlone, isAloneNow] = [0, false];
  let [decreasedAt, closedUntil] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  const isClosed = () => clock.now() < closedUntil;
  const isOpen = (isAlone: boolean): boolean => {
    if (isClosed() || isAloneNow) return false;
    return isAlone ? inFlight === 0 : wantAlone === 0 && inFlight < Math.max(1, Math.floor(allowed));
  };
  /** Wakes the waiting calls; while the target is closed, each then waits for its time. */
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
    const retryAfterMs = asked === null ? null : Math.min(MAX_RETRY_AFTER_MS, asked);
    inFlight -= 1;
    isAloneNow = false;
    if (how === 'answered') allowed = Math.min(max, allowed + 1 / Math.max(1, allowed));
    // Calls started before the last decrease say nothing about the load since.
    const isNewRound = how === 'busy' && startedAt >= decreasedAt;
    if (isNewRound) decrease();
    if (how === 'busy' && retryAfterMs !== null) close(retryAfterMs);
    if (isNewRound || (how === 'busy' && retryAfterMs !== null)) onRefusal(retryAfterMs);
    letIn();
  };
  const begin = (isAlone: boolean) => {
    inFlight += 1;
    isAloneNow = isAlone;
    const startedAt = clock.now();
    return {
      /** @param retryAfterMs - the target's `Retry-After` */
      end: (how: CallEnd, retryAfterMs: number | null = null) => end(startedAt, how, retryAfterMs),
    };
  };

  return {
    /** Calls allowed in flight now. */
    get allowed() {
      return Math.max(1, Math.floor(allowed));
    },
    get isCalled() {
      return max > 0;
    },
    /**
     * Honours what the target reported to another process.
     *
     * @param isRefused - whether it refused calls since the last report
     * @param closedMs - its remaining `Retry-After`
     */
    honour(isRefused: boolean, closedMs: number) {
      if (isRefused) decrease();
      if (closedMs > 0) close(closedMs);
      letIn();
    },
    /** Raises the limit by `calls` for a caller that joins; the returned function undoes it. */
    join(calls: number) {
      max += calls;
      allowed += calls;
      letIn();
      return () => {
        max -= calls;
        allowed = Math.min(allowed, max);
      };
    },
    /**
     * @param isAlone - no other call may be in flight meanwhile; such a call goes first @defaultValue false
     * @throws the signal's reason
     */
    async enter(signal: AbortSignal, isAlone = false) {
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
  waiting.add(resolve);
  using _listening = onAbort(signal, resolve);
  await promise;
  waiting.delete(resolve);
  signal.throwIfAborted();
}

export interface EngineClock {
  /** Milliseconds since any fixed point. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Resolves after `ms`; rejects when the signal fires. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const SYSTEM_CLOCK: EngineClock = {
  now: () => performance.now(),
  random: Math.random,
  pause: (ms, signal) => sleep(ms, undefined, { signal }),
};
