const FEWEST_ROWS = 5;

/** Shares the lines of a screen among tables: a short one takes what it needs, the others what is left. */
export function shareRows(counts: readonly number[], lines: number): number[] {
  const shares = counts.map(() => 0);
  let [free, waiting] = [lines, counts.length];
  for (const index of counts.map((_, at) => at).toSorted((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0))) {
    const count = counts[index] ?? 0;
    const share = Math.max(FEWEST_ROWS, Math.floor(free / waiting));
    // Saying that one row is left out takes the line of that row.
    shares[index] = count <= share + 1 ? count : share;
    free -= shares[index];
    waiting -= 1;
  }
  return shares;
}
