import { orAborted } from '../../foundation/abort.ts';

/** Source of time; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls `action` once after `ms` milliseconds, unless the returned function is called first. */
  readonly startTimer: (ms: number, action: () => void) => () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: Date.now,
  startTimer: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

/** Waits, or rejects with the signal's reason when it is aborted first. */
export async function wait(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.startTimer(ms, resolve);
  await (signal === undefined ? promise : orAborted(promise, signal)).finally(cancel);
}
