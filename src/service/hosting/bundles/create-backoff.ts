/** The delay before a failing program is started again. */
export interface Backoff {
  /** Milliseconds until it may be started again; 0 when now. */
  remainingMs(): number;
  noteFailure(reason: string): void;
  noteSuccess(): void;
  /** Why the last start or run failed. */
  readonly lastReason: string;
}

const FIRST_MS = 500;
const MAX_MS = 30_000;

/** Doubles the delay with each failure in a row. The first restart is immediate: most crashes concern one request. */
export function createBackoff(now: () => number): Backoff {
  let failures = 0;
  let notBefore = 0;
  let lastReason = '';
  return {
    remainingMs: () => Math.max(0, notBefore - now()),
    noteFailure(reason) {
      failures += 1;
      lastReason = reason;
      notBefore = failures === 1 ? 0 : now() + Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 2));
    },
    noteSuccess() {
      failures = 0;
      notBefore = 0;
    },
    get lastReason() {
      return lastReason;
    },
  };
}
