export interface WakerOptions {
  /** Looks for work. Never rejects. */
  readonly look: () => Promise<void>;
  /** Fires when nobody shall look any more. */
  readonly signal: AbortSignal;
}

/** Has somebody look for work, once at a time, and once more when called meanwhile. */
export interface Waker {
  wake(this: void): void;
  /** Resolves when nobody looks; `null` while nobody does. */
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
      // Somebody may have called just after the last look.
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
