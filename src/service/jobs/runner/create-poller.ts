export interface PollerOptions {
  /** Looks for work once. Never rejects. */
  readonly poll: () => Promise<void>;
  /** Fires when no more work is to be started. */
  readonly signal: AbortSignal;
}

/** Polls for work, one poll at a time, and once more when woken meanwhile. */
export interface Poller {
  wake(this: void): void;
  /** Resolves when the current poll ends; `null` without one. */
  readonly polling: Promise<void> | null;
}

export function createPoller({ poll, signal }: PollerOptions): Poller {
  let polling: Promise<void> | null = null;
  let isWoken = false;
  const pollWhileWoken = async (): Promise<void> => {
    while (isWoken && !signal.aborted) {
      isWoken = false;
      await poll();
    }
  };
  const wake = (): void => {
    isWoken = true;
    if (polling !== null || signal.aborted) return;
    polling = pollWhileWoken().finally(() => {
      polling = null;
      // A wake-up may have come just after the last poll.
      if (isWoken) wake();
    });
  };
  return {
    wake,
    get polling() {
      return polling;
    },
  };
}
