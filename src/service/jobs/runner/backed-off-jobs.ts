/** Evaluations that wait before their next run, because the database did not store why the last one failed. */
export interface BackedOffJobs {
  /** Notes why a run failed. Each failure in a row doubles the delay. */
  note(evaluationId: string, problem: unknown): void;
  /** Forgets an evaluation whose run succeeded. */
  forget(evaluationId: string): void;
  /** Answers whether it is too early for another run. */
  isBackedOff(evaluationId: string): boolean;
  /** Ends all delays, because somebody asked for a run. */
  retryNow(): void;
  /** Answers why the last run failed; `null` when it did not. */
  problemOf(evaluationId: string): unknown;
}

const FIRST_DELAY_MS = 15_000;
const MAX_DELAY_MS = 600_000;

interface BackOff {
  readonly problem: unknown;
  readonly delayMs: number;
  until: number;
}

/**
 * Delays the next run of evaluations whose results cannot be stored: each run would pay for calls and lose their
 * answers.
 *
 * @param now - milliseconds from any fixed point
 */
export function createBackedOffJobs(now: () => number): BackedOffJobs {
  const backOffs = new Map<string, BackOff>();
  return {
    note(id, problem) {
      const before = backOffs.get(id)?.delayMs;
      const delayMs = before === undefined ? FIRST_DELAY_MS : Math.min(MAX_DELAY_MS, before * 2);
      backOffs.set(id, { problem, delayMs, until: now() + delayMs });
    },
    forget: (id) => void backOffs.delete(id),
    isBackedOff: (id) => (backOffs.get(id)?.until ?? 0) > now(),
    retryNow() {
      for (const backOff of backOffs.values()) backOff.until = 0;
    },
    problemOf: (id) => backOffs.get(id)?.problem ?? null,
  };
}
