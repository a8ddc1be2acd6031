/** Values per statement: SQLite takes 32,766. */
const BATCH = 500;

/**
 * Splits values into batches that one statement takes.
 *
 * @yields the values, in their order
 */
export function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}
