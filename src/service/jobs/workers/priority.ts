const HIGHEST = 64;

/** Of what waits, the chunks of the evaluation with the fewest rows go first; twice as many rows are one step. */
export function priorityOf(rows: number): number {
  return HIGHEST - Math.ceil(Math.log2(Math.max(1, rows)));
}
