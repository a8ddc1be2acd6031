/**
 * Computes the length of the longest common subsequence of two lists of words, in memory proportional to one list.
 *
 * @source D. S. Hirschberg, "A linear space algorithm for computing maximal common subsequences", 1975, algorithm B
 */
export function commonLength(left: readonly string[], right: readonly string[]): number {
  const numberOf = wordNumbers();
  const [first, second] = [Uint32Array.from(left, numberOf), Uint32Array.from(right, numberOf)];
  // Entry j: the length for the words of `first` so far and the first j words of `second`.
  const lengths = new Uint32Array(second.length + 1);
  for (const word of first) {
    let diagonal = 0;
    for (let j = 1; j < lengths.length; j += 1) {
      const above = lengths[j] ?? 0;
      lengths[j] = word === second[j - 1] ? diagonal + 1 : Math.max(above, lengths[j - 1] ?? 0);
      diagonal = above;
    }
  }
  return lengths[second.length] ?? 0;
}

/** Gives equal words equal numbers, which are compared faster. */
function wordNumbers(): (word: string) => number {
  const numbers = new Map<string, number>();
  return (word) => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  };
}
