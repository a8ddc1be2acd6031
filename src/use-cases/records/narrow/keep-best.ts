/** A record, and its place in the list that it came from. */
export interface Placed<Row> {
  readonly record: Row;
  readonly place: number;
}

/** Compares two records of a list. */
export type Order<Row> = (one: Placed<Row>, other: Placed<Row>) => number;

/** Sorting a few more now and then costs less than keeping the records sorted. */
const SLACK = 1000;

/**
 * Sorts records, keeping only the first ones in memory.
 *
 * @param limit - number of records to keep; `null`: all
 * @yields the records in order
 */
export async function* keepBest<Row>(
  records: AsyncIterable<Row>,
  order: Order<Row>,
  limit: number | null,
): AsyncGenerator<Row> {
  const most = limit ?? Number.POSITIVE_INFINITY;
  let kept: Placed<Row>[] = [];
  let place = 0;
  for await (const record of records) {
    kept.push({ record, place });
    place += 1;
    if (kept.length >= 2 * most + SLACK) kept = kept.toSorted(order).slice(0, most);
  }
  for (const { record } of kept.toSorted(order).slice(0, most)) yield record;
}
