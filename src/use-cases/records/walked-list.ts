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
  let isInOrder = false;
  const goesDown = ([first]: readonly Row[], last: Row) => first !== undefined && ageOf(last) < ageOf(first);
  for await (const record of records) {
    if (isInOrder) yield record;
    else held.push(record);
    if (held.length !== ENOUGH_TO_TELL) continue;
    isInOrder = goesDown(held, record);
    if (isInOrder) yield* held.splice(0);
  }
  const last = held.at(-1);
  if (last !== undefined) yield* goesDown(held, last) ? held : held.toReversed();
}

/** Records of one moment may stand in any order; so many seldom are of one. */
const ENOUGH_TO_TELL = 50;
