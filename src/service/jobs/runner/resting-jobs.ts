/** Evaluations whose run broke off in a way that could not be stored with them: the database took nothing. */
export interface RestingJobs {
  /** Notes why a run broke off. Each time in a row it rests twice as long. */
  note(evaluationId: string, problem: unknown): void;
  /** Forgets what was noted: a run went well. */
  forget(evaluationId: string): void;
  /** Whether it is too early for another run. */
  isResting(evaluationId: string): boolean;
  /** Lets all be run again: somebody asks for it. */
  endRests(): void;
  /** Why the last run broke off; `null` when it did not. */
  problemOf(evaluationId: string): unknown;
}

const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 600_000;

interface Rest {
  readonly problem: unknown;
  readonly restMs: number;
  until: number;
}

/**
 * Keeps evaluations that cannot be stored from being run again at once: each run would make calls, pay for them, and lose
 * what they answered.
 *
 * @param now - milliseconds from any fixed point
 */
export function createRestingJobs(now: () => number): RestingJobs {
  const rests = new Map<string, Rest>();
  return {
    note(id, problem) {
      const before = rests.get(id)?.restMs;
      const restMs = before === undefined ? FIRST_REST_MS : Math.min(LONGEST_REST_MS, before * 2);
      rests.set(id, { problem, restMs, until: now() + restMs });
    },
    forget: (id) => void rests.delete(id),
    isResting: (id) => (rests.get(id)?.until ?? 0) > now(),
    endRests() {
      for (const rest of rests.values()) rest.until = 0;
    },
    problemOf: (id) => rests.get(id)?.problem ?? null,
  };
}
