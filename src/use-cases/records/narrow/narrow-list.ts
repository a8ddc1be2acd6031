import { keepBest } from './keep-best.ts';
import { isNarrowed, type Narrowing } from './parse-narrowing.ts';
import { isInside, orderOf, type RecordFacts } from './record-facts.ts';

/**
 * Records per request. What a page leaves behind is collected sooner the smaller it is: with 250 a whole list took 10 MB
 * more, with the largest page 60. Smaller ones would only add round trips.
 */
const PAGE_SIZE = 100;

/** Query parameters of ours; another service gets or honours none of them. */
export interface NarrowingQuery {
  readonly limit: number;
  readonly order?: 'desc';
  readonly sort?: string;
  readonly total?: 'true';
  readonly created_since?: string;
  readonly created_until?: string;
  readonly search?: string;
}

/** Where a list comes from. */
export interface ListSource<Row> {
  readonly facts: RecordFacts<Row>;
  /** Whether the request has conditions of its own. */
  readonly isNarrowed: boolean;
  /** Fields that services of wf sort by. */
  readonly serviceSorts: readonly string[];
  /** Requests the list. A service of wf reports the number of records that match, before the first one. */
  readonly request: (query: NarrowingQuery, onTotal: (total: number) => void) => AsyncIterable<Row>;
}

/** A list that was narrowed. What was left out is known once all records have been read. */
export interface NarrowedList<Row> {
  readonly records: AsyncIterable<Row>;
  /** Whether records were left out for any other reason than a limit. */
  readonly isNarrowed: boolean;
  readonly outcome: () => NarrowingOutcome;
}

export interface NarrowingOutcome {
  readonly shown: number;
  /** Number of records that match; `null`: more than are shown, nobody counted them. */
  readonly total: number | null;
  /** Number of records read, if they were asked to be selected or sorted and the service did not; otherwise `null`. */
  readonly readHere: number | null;
}

/**
 * Narrows a list by the service if that is possible, and here otherwise. A service has narrowed and sorted the list if it
 * reported the number of matches. No more records are kept in memory than the limit.
 */
export function narrowList<Row>(source: ListSource<Row>, narrowing: Narrowing): NarrowedList<Row> {
  const { sort, limit, isDescending } = narrowing;
  let reported: number | null = null;
  let [read, matched, shown] = [0, 0, 0];
  let isWhole = false;
  const isOrdered = sort !== null || isDescending;
  const isSelected = source.isNarrowed || sort !== null || isNarrowed(narrowing);
  const asksTotal = isSelected || isDescending || limit !== null;

  async function* matching(): AsyncGenerator<Row> {
    const query = toQuery(source, narrowing, asksTotal);
    for await (const record of source.request(query, (total) => (reported = total))) {
      read += 1;
      if (!isInside(record, source.facts, narrowing)) continue;
      matched += 1;
      yield record;
    }
    isWhole = true;
  }

  async function* records(): AsyncGenerator<Row> {
    const found = matching();
    const first = await found.next();
    if (first.done === true) return;
    const isSorted = reported === null ? !isOrdered : sort === null || isSortedByService(source, sort);
    const rest = prepend(first.value, found);
    const ordered = isSorted ? rest : keepBest(rest, orderOf(source.facts, narrowing), limit);
    for await (const record of ordered) {
      if (shown === limit) return;
      shown += 1;
      yield record;
    }
  }

  return {
    records: records(),
    isNarrowed: source.isNarrowed || isNarrowed(narrowing),
    outcome: () => {
      const counted = source.facts.holds === undefined ? reported : null;
      return {
        shown,
        total: counted ?? (isWhole ? matched : null),
        readHere: reported === null && isSelected ? read : null,
      };
    },
  };
}

function isSortedByService<Row>({ serviceSorts }: ListSource<Row>, sort: string): boolean {
  return serviceSorts.includes(sort);
}

function toQuery<Row>(source: ListSource<Row>, narrowing: Narrowing, asksTotal: boolean): NarrowingQuery {
  const { since, until, search, sort, isDescending, limit } = narrowing;
  const isOrdered = sort === null || isSortedByService(source, sort);
  // One more than the limit shows whether there are others.
  const isShort = limit !== null && isOrdered && source.facts.holds === undefined;
  return {
    limit: isShort ? Math.min(limit + 1, PAGE_SIZE) : PAGE_SIZE,
    ...(isOrdered && isDescending ? { order: 'desc' } : {}),
    ...(isOrdered && sort !== null ? { sort } : {}),
    ...(asksTotal ? { total: 'true' } : {}),
    ...(since === null ? {} : { created_since: since }),
    ...(until === null ? {} : { created_until: until }),
    ...(search === null ? {} : { search }),
  };
}

/** @yields the first record and the others */
async function* prepend<Row>(first: Row, rest: AsyncIterable<Row>): AsyncGenerator<Row> {
  yield first;
  yield* rest;
}
