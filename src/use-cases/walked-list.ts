/** A list that is fetched no further than somebody looks. */
export interface WalkedList<Row> {
  readonly records: AsyncIterable<Row>;
  readonly fromTheEnd: {
    /** @throws {WfError} where the service, which is not ours, cannot tell */
    count(): Promise<number>;
    /** Walks the list from its last record to its first. */
    walk(): AsyncIterable<Row>;
  };
}

/** The service's longest page. */
export const PAGE_SIZE = 1000;

/**
 * Gives back a list that was asked for from its end. A service that knows no order lists the oldest first: such a list is
 * turned round once all of it is there.
 *
 * @param ageOf - what grows from the oldest record to the newest
 * @yields the records, the newest first
 */
export async function* newestFirst<Row>(
  records: AsyncIterable<Row>,
  ageOf: (record: Row) => string | number,
): AsyncGenerator<Row> {
  const held: Row[] = [];
  let isInOrder: boolean | null = null;
  for await (const record of records) {
    const [first] = held;
    if (isInOrder === null && first !== undefined) {
      isInOrder = ageOf(record) < ageOf(first);
      if (isInOrder) yield first;
    }
    if (isInOrder === true) yield record;
    else held.push(record);
  }
  if (isInOrder !== true) yield* held.toReversed();
}
