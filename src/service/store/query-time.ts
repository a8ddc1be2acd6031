import { AsyncLocalStorage } from 'node:async_hooks';

export interface QueryTime {
  readonly queries: number;
  readonly ms: number;
}

interface Sum {
  queries: number;
  ms: number;
}

const current = new AsyncLocalStorage<Sum>();

/** Counts a query towards the work that it belongs to, if that work counts its queries. */
export function noteQuery(ms: number): void {
  const sum = current.getStore();
  if (sum === undefined) return;
  sum.queries += 1;
  sum.ms += ms;
}

/** Runs work and counts its queries; the count can be read at any time. */
export function countQueries<T>(work: () => T): { readonly result: T; readonly time: QueryTime } {
  const time: Sum = { queries: 0, ms: 0 };
  return { result: current.run(time, work), time };
}
