/** Values per statement: SQLite takes 32,766. */
const BATCH = 500;

/**
 * Cuts values into as many as one statement takes.
 *
 * @yields the values, in their order
 */
export function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}
