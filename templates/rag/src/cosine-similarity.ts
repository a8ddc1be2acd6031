/** The cosine of the angle between two vectors: 1 for the same direction, 0 for unrelated vectors or one of length 0. */
export function cosineSimilarity(a: readonly number[], b: readonly number[]): number {
  const lengths = Math.sqrt(dotProduct(a, a) * dotProduct(b, b));
  return lengths === 0 ? 0 : dotProduct(a, b) / lengths;
}

function dotProduct(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
