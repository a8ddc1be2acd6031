/** Limits of what evaluators compute. */
export interface ScoreLimits {
  /** Time for one row, in milliseconds. */
  readonly timeMs: number;
  /** Heap of a process, in MiB. */
  readonly memoryMb: number;
  /** Size of output and row together, in characters of JSON. */
  readonly characters: number;
  /** Processes at most. */
  readonly processes: number;
  /** How long a process without work is kept. */
  readonly idleMs: number;
}

export const SCORE_LIMITS: ScoreLimits = {
  timeMs: 5000,
  memoryMb: 256,
  characters: 1_000_000,
  // One slow row must not hold up all others.
  processes: 2,
  idleMs: 30_000,
};
