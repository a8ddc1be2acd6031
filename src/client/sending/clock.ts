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
export function wait(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const stop = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.startTimer(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}
