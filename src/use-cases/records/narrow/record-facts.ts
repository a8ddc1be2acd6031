import type { Order } from './keep-best.ts';
import type { Narrowing } from './parse-narrowing.ts';

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

/** Returns whether a record meets all conditions. */
export function isInside<Row>(record: Row, facts: RecordFacts<Row>, { since, until, search }: Narrowing): boolean {
  const { createdAt, names, isWanted = () => true, holds = () => true } = facts;
  if (!isWanted(record) || !holds(record)) return false;
  const time = since === null && until === null ? null : createdAt(record);
  if (since !== null && (time === null || !(Date.parse(time) >= Date.parse(since)))) return false;
  if (until !== null && (time === null || !(Date.parse(time) < Date.parse(until)))) return false;
  return search === null || names(record).some((name) => toLowerCase(name).includes(toLowerCase(search)));
}

/**
 * Returns the order of a list. Records without the value come last in both orders; those created at the same time stay as the service
 * sent them.
 */
export function orderOf<Row>({ fields, createdAt }: RecordFacts<Row>, { sort, isDescending }: Narrowing): Order<Row> {
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

/** As the databases of the service fold case. */
function toLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
