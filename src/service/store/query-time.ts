import { AsyncLocalStorage } from 'node:async_hooks';

/** What a piece of work asked of the database. */
export interface QueryTime {
  readonly queries: number;
  readonly ms: number;
}

interface Sum {
  queries: number;
  ms: number;
}

const current = new AsyncLocalStorage<Sum>();

/** Counts a query as that of the work it was asked in; of none when nobody counts. */
export function noteQuery(ms: number): void {
  const sum = current.getStore();
  if (sum === undefined) return;
  sum.queries += 1;
  sum.ms += ms;
}

/** Runs work whose queries are counted; the count can be read at any time. */
export function countQueries<T>(work: () => T): { readonly result: T; readonly time: QueryTime } {
  const time: Sum = { queries: 0, ms: 0 };
  return { result: current.run(time, work), time };
}
