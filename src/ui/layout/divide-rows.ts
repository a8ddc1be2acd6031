const MIN_ROWS = 5;

/** Divides the lines of a screen among tables: short tables get what they need, the others share the rest. */
export function divideRows(counts: readonly number[], lines: number): number[] {
  const shares = counts.map(() => 0);
  let [free, waiting] = [lines, counts.length];
  for (const index of counts.map((_, at) => at).toSorted((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0))) {
    const count = counts[index] ?? 0;
    const share = Math.max(MIN_ROWS, Math.floor(free / waiting));
    // The remark about one hidden row takes as much space as the row.
    shares[index] = count <= share + 1 ? count : share;
    free -= shares[index];
    waiting -= 1;
  }
  return shares;
}
