/** How a list is filtered, sorted and limited. */
export interface ListFilter {
  /** RFC 3339 in UTC; `null`: any. */
  readonly since: string | null;
  readonly until: string | null;
  /** Text in a name; `null`: any. */
  readonly search: string | null;
  /** Field to sort by; `null`: by creation. */
  readonly sort: string | null;
  readonly isDescending: boolean;
  /** `null`: all. */
  readonly limit: number | null;
}

/** A filter that leaves out nothing. */
export const ALL: ListFilter = { since: null, until: null, search: null, sort: null, isDescending: false, limit: null };

/** A filtered list. What was left out is known once all records have been read. */
export interface FilteredList<Row> {
  readonly records: AsyncIterable<Row>;
  /** Whether records were left out for any other reason than a limit. */
  readonly isFiltered: boolean;
  readonly outcome: () => FilterOutcome;
}

export interface FilterOutcome {
  readonly shown: number;
  /** Number of records that match; `null`: more than are shown, nobody counted them. */
  readonly total: number | null;
  /** Number of records read, if they were to be filtered or sorted and the service did not; otherwise `null`. */
  readonly readHere: number | null;
}

export type SortValue = string | number | null;

/** What the client knows about the records of a list, to filter and sort them. */
export interface RecordFacts<Row> {
  /** Time of creation, RFC 3339; `null`: the record has none. */
  readonly createdAt: (record: Row) => string | null;
  /** Names that `search` looks in. */
  readonly names: (record: Row) => readonly string[];
  /** Values to sort by, by their names. */
  readonly fields: Readonly<Record<string, (record: Row) => SortValue>>;
}

/** A record, and its index in the list that it came from. */
export interface Indexed<Row> {
  readonly record: Row;
  readonly index: number;
}

export type Order<Row> = (one: Indexed<Row>, other: Indexed<Row>) => number;

/** Returns whether a filter leaves out records for any other reason than its limit. */
export function isFiltering({ since, until, search }: ListFilter): boolean {
  return since !== null || until !== null || search !== null;
}

/** Returns whether a record is of the time and has the text that a filter asks for. */
export function isInFilter<Row>(
  record: Row,
  { createdAt, names }: RecordFacts<Row>,
  { since, until, search }: ListFilter,
): boolean {
  const time = since === null && until === null ? null : createdAt(record);
  if (since !== null && (time === null || !(Date.parse(time) >= Date.parse(since)))) return false;
  if (until !== null && (time === null || !(Date.parse(time) < Date.parse(until)))) return false;
  return search === null || names(record).some((name) => toLowerCase(name).includes(toLowerCase(search)));
}

/**
 * Returns the order of a list, as the SQL of a service has it: records with the same value are in the order of their
 * creation, or in the reverse one if the list is descending. Records without the value come last in both orders.
 */
export function orderOf<Row>({ fields, createdAt }: RecordFacts<Row>, { sort, isDescending }: ListFilter): Order<Row> {
  const valueOf = (sort === null ? undefined : fields[sort]) ?? createdAt;
  return (a, b) => {
    const [one, other] = [valueOf(a.record), valueOf(b.record)];
    const byIndex = isDescending ? b.index - a.index : a.index - b.index;
    if (one === other) return byIndex;
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const order =
      typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other));
    return (isDescending ? -order : order) || byIndex;
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** As the databases of the service fold case. */
function toLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

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
