const MAX_PRIORITY = 64;

/** Computes a chunk's priority: evaluations with fewer rows go first; twice as many rows lower it by one. */
export function priorityOf(rows: number): number {
  return MAX_PRIORITY - Math.ceil(Math.log2(Math.max(1, rows)));
}
