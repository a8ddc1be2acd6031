/** How long to leave a program that keeps failing alone. */
export interface Backoff {
  /** Milliseconds until it may be started again; 0 when now. */
  remainingMs(): number;
  noteFailure(words: string): void;
  noteSuccess(): void;
  /** What the last failure said. */
  readonly lastWords: string;
}

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Doubles the wait with each failure in a row. The first restart is free: most crashes are of one request. */
export function createBackoff(now: () => number): Backoff {
  let failures = 0;
  let notBefore = 0;
  let lastWords = '';
  return {
    remainingMs: () => Math.max(0, notBefore - now()),
    noteFailure(words) {
      failures += 1;
      lastWords = words;
      notBefore = failures === 1 ? 0 : now() + Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 2));
    },
    noteSuccess() {
      failures = 0;
      notBefore = 0;
    },
    get lastWords() {
      return lastWords;
    },
  };
}
