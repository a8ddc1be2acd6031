import type { NarrowedList } from './narrow-list.ts';
import { isNarrowed, type Narrowing } from './parse-narrowing.ts';
import { isInside, orderOf, type RecordFacts } from './record-facts.ts';

/** Narrows a list that was read whole: of records so few that no service narrows them. */
export function narrowHere<Row>(all: readonly Row[], facts: RecordFacts<Row>, narrowing: Narrowing): NarrowedList<Row> {
  const { sort, limit, isDescending } = narrowing;
  const found = all.filter((record) => isInside(record, facts, narrowing));
  const ordered = sort === null && !isDescending ? found : inOrder(found, facts, narrowing);
  const shown = ordered.slice(0, limit ?? undefined);
  return {
    records: eachOf(shown),
    isNarrowed: isNarrowed(narrowing),
    outcome: () => ({ shown: shown.length, total: found.length, readHere: null }),
  };
}

function inOrder<Row>(records: readonly Row[], facts: RecordFacts<Row>, narrowing: Narrowing): Row[] {
  const placed = records.map((record, place) => ({ record, place }));
  return placed.toSorted(orderOf(facts, narrowing)).map(({ record }) => record);
}

/** @yields the records */
async function* eachOf<Row>(records: readonly Row[]): AsyncGenerator<Row> {
  yield* records;
}
