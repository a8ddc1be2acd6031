export interface WakerOptions {
  /** Looks for work. Never rejects. */
  readonly look: () => Promise<void>;
  /** Fires when no more work is to be started. */
  readonly signal: AbortSignal;
}

/** Looks for work, one look at a time, and once more when woken meanwhile. */
export interface Waker {
  wake(this: void): void;
  /** Resolves when the current look ends; `null` without one. */
  readonly looking: Promise<void> | null;
}

export function createWaker({ look, signal }: WakerOptions): Waker {
  let looking: Promise<void> | null = null;
  let isWoken = false;
  const lookWhileWoken = async (): Promise<void> => {
    while (isWoken && !signal.aborted) {
      isWoken = false;
      await look();
    }
  };
  const wake = (): void => {
    isWoken = true;
    if (looking !== null || signal.aborted) return;
    looking = lookWhileWoken().finally(() => {
      looking = null;
      // A wake-up may have come just after the last look.
      if (isWoken) wake();
    });
  };
  return {
    wake,
    get looking() {
      return looking;
    },
  };
}
