import type { Clock } from '../../src/client/sending/clock.ts';

export interface FakeClock extends Clock {
  /** Length of every timer started so far, in order. */
  readonly timers: readonly number[];
  /** Advances the time and runs due timers. */
  elapse(ms: number): void;
}

/**
 * Creates a clock that stands still until a test advances it.
 *
 * @param skipBelowMs - shorter timers are due immediately and advance the clock: waits, but not time limits
 */
export function fakeClock(skipBelowMs = 0, start = Date.UTC(2026, 10, 20, 12)): FakeClock {
  let time = start;
  const timers: number[] = [];
  const pending = new Set<{ readonly due: number; readonly action: () => void }>();
  return {
    timers,
    now: () => time,
    startTimer: (ms, action) => {
      timers.push(ms);
      const timer = { due: time + ms, action };
      if (ms < skipBelowMs) {
        time = timer.due;
        queueMicrotask(action);
        return () => undefined;
      }
      pending.add(timer);
      return () => pending.delete(timer);
    },
    elapse: (ms) => {
      time += ms;
      for (const timer of pending) {
        if (timer.due > time) continue;
        pending.delete(timer);
        timer.action();
      }
    },
  };
}
