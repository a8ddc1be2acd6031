/** The positions of an item that both lists have. */
export interface Match {
  readonly before: number;
  readonly after: number;
}

/**
 * Finds the longest sequence of items that two lists have in the same order.
 *
 * @remarks The package `diff` does this, too; but lists of records show changes, and must start without a package.
 */
export function matchItems(before: readonly string[], after: readonly string[]): Match[] {
  // Of longer lists, such as a thousand messages, items are compared by their positions.
  if (before.length * after.length > MAX_PAIRS) return [];
  const lengths = countMatches(before, after);
  const matches: Match[] = [];
  let [at, to] = [0, 0];
  while (at < before.length && to < after.length) {
    if (before[at] === after[to]) {
      matches.push({ before: at, after: to });
      at += 1;
      to += 1;
    } else if ((lengths[at + 1]?.[to] ?? 0) >= (lengths[at]?.[to + 1] ?? 0)) at += 1;
    else to += 1;
  }
  return matches;
}

const MAX_PAIRS = 1_000_000;

/** Counts the most matches from each pair of positions to the ends of the lists. */
function countMatches(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const [row, next] = [lengths[at] ?? [], lengths[at + 1] ?? []];
    for (let to = after.length - 1; to >= 0; to -= 1) {
      const isMatch = before[at] === after[to];
      row[to] = isMatch ? (next[to + 1] ?? 0) + 1 : Math.max(next[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return lengths;
}
