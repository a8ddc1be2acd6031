/**
 * Yields a list that was requested newest first. A service that ignores the order sends the oldest first: such a list is
 * reversed once it is complete.
 *
 * @param ageOf - a value that grows from the oldest record to the newest
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

/** Records of one millisecond come in any order; more than this many in one are rare. */
const ENOUGH_TO_TELL = 50;
