/**
 * Computes the delay before the next attempt: it doubles with each one.
 *
 * @param attempt - how many attempts have failed before, from 0
 */
export function backOffMs(attempt: number, firstMs: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** attempt);
}
