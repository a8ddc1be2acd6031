import { keepBest, type Order } from './keep-best.ts';
import { isNarrowed, type Narrowing } from './parse-narrowing.ts';

/**
 * Records per request. What a page leaves behind is collected sooner the smaller it is: with 250 a whole list took 10 MB
 * more, with the largest page 60. Smaller ones would only add round trips.
 */
const PAGE_SIZE = 100;

/** A value that lists are sorted by. */
export type SortValue = string | number | null;

/** What a list knows of its records. */
export interface RecordFacts<Row> {
  /** Time of creation, RFC 3339; `null`: the record has none. */
  readonly createdAt: (record: Row) => string | null;
  /** Names that `--search` looks in. */
  readonly names: (record: Row) => readonly string[];
  /** Conditions that services of wf check, too. */
  readonly isWanted?: (record: Row) => boolean;
  /** Conditions that no service checks. */
  readonly holds?: ((record: Row) => boolean) | undefined;
  /** Values to sort by, by their names. */
  readonly fields: Readonly<Record<string, (record: Row) => SortValue>>;
}

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
 * told the number of matches. No more records are kept in memory than the limit.
 */
export function narrowList<Row>(source: ListSource<Row>, narrowing: Narrowing): NarrowedList<Row> {
  const { sort, limit, isDescending } = narrowing;
  let told: number | null = null;
  let [read, matched, shown] = [0, 0, 0];
  let isWhole = false;
  const isOrdered = sort !== null || isDescending;
  const isSelected = source.isNarrowed || sort !== null || isNarrowed(narrowing);
  const asksTotal = isSelected || isDescending || limit !== null;

  async function* matching(): AsyncGenerator<Row> {
    const query = toQuery(source, narrowing, asksTotal);
    for await (const record of source.request(query, (total) => (told = total))) {
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
    const isSorted = told === null ? !isOrdered : sort === null || isSortedByService(source, sort);
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
      const counted = source.facts.holds === undefined ? told : null;
      return {
        shown,
        total: counted ?? (isWhole ? matched : null),
        readHere: told === null && isSelected ? read : null,
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

function isInside<Row>(record: Row, facts: RecordFacts<Row>, { since, until, search }: Narrowing): boolean {
  const { createdAt, names, isWanted = () => true, holds = () => true } = facts;
  if (!isWanted(record) || !holds(record)) return false;
  const time = since === null && until === null ? null : createdAt(record);
  if (since !== null && (time === null || !(Date.parse(time) >= Date.parse(since)))) return false;
  if (until !== null && (time === null || !(Date.parse(time) < Date.parse(until)))) return false;
  return search === null || names(record).some((name) => toLowerCase(name).includes(toLowerCase(search)));
}

/** As the databases of the service fold case. */
function toLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Records without the value come last in both orders; those created at the same time stay as the service sent them. */
function orderOf<Row>({ fields, createdAt }: RecordFacts<Row>, { sort, isDescending }: Narrowing): Order<Row> {
  const valueOf = (sort === null ? undefined : fields[sort]) ?? createdAt;
  return (a, b) => {
    const [one, other] = [valueOf(a.record), valueOf(b.record)];
    const byPlace = sort === null && isDescending ? b.place - a.place : a.place - b.place;
    if (one === other) return byPlace;
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const order =
      typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other));
    return (isDescending ? -order : order) || byPlace;
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** @yields the first record and the others */
async function* prepend<Row>(first: Row, rest: AsyncIterable<Row>): AsyncGenerator<Row> {
  yield first;
  yield* rest;
}
