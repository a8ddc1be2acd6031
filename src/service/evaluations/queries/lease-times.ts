/** Longer than any lease. */
const LONGEST_MS = 15 * 60_000;

/**
 * Returns the latest end that a lease can have. One that ends later was made by a clock that was ahead, and has been set
 * back: nobody renews it, and it would last for as long as the clock was ahead.
 */
export function latestEnd(now: string): string {
  return new Date(Date.parse(now) + LONGEST_MS).toISOString();
}
