import type { RowSource } from './listing.ts';

/** Makes a source of rows that are all here. */
export function allRows<Row>(rows: readonly Row[]): RowSource<Row> {
  const nothing = async () => undefined;
  return { rows, isComplete: true, isCounted: true, fetchMore: nothing, count: nothing };
}

/** The other way into a list: so its end is seen without the rows before it. */
export interface FromTheEnd<Row> {
  /** How many rows the list has; `null` where nobody can tell. */
  count(): Promise<number | null>;
  /** Walks the list from its last row to its first. */
  walk(): AsyncIterable<Row>;
}

const ROWS_AT_ONCE = 1000;

/** Makes a source that walks a service's pages no further than is looked at. */
export function walkRows<Row>(walk: AsyncIterable<Row>, fromTheEnd: FromTheEnd<Row> | null = null): RowSource<Row> {
  const rows: (Row | undefined)[] = [];
  const forwards = walk[Symbol.asyncIterator]();
  const backwards = fromTheEnd?.walk()[Symbol.asyncIterator]();
  /** Rows that are here from the first on, and from the last back. */
  let [head, tail] = [0, 0];
  let [isCounted, isEnded] = [false, false];
  const missing = () => (isCounted ? Math.max(0, rows.length - head - tail) : Infinity);
  return {
    rows,
    get isComplete() {
      return isEnded || missing() === 0;
    },
    get isCounted() {
      return isCounted || isEnded;
    },
    async count() {
      const count = isEnded ? null : ((await fromTheEnd?.count()) ?? null);
      if (count === null || count < head) return;
      rows.length = count;
      isCounted = true;
    },
    async fetchMore(place) {
      const isNearTheEnd = isCounted && rows.length - tail - place < place - head;
      for (let count = 0; count < ROWS_AT_ONCE && !isEnded && missing() > 0; count += 1) {
        if (isNearTheEnd) await fetchBackwards();
        else await fetchForwards();
      }
    },
  };

  async function fetchForwards(): Promise<void> {
    const next = await forwards.next();
    if (next.done !== true) {
      rows[head] = next.value;
      head += 1;
      return;
    }
    // The walk has been through the whole list, whatever its length was said to be.
    rows.length = head;
    isEnded = true;
  }

  async function fetchBackwards(): Promise<void> {
    const next = await backwards?.next();
    if (next !== undefined && next.done !== true) {
      tail += 1;
      rows[rows.length - tail] = next.value;
      return;
    }
    rows.splice(0, rows.length - tail);
    isEnded = true;
  }
}
