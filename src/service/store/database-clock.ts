import { sql } from 'kysely';
import type { Store } from './open-store.ts';

/** The time of the database, which all replicas share. */
export interface DatabaseClock extends Disposable {
  readonly now: () => Date;
  /** How far this machine's clock is behind the database's, in milliseconds. */
  readonly offsetMs: () => number;
}

/** How often to compare the clocks: they drift, and can be set. */
const EVERY_MS = 60_000;

/**
 * Reads the time of the database. Replicas with different clocks would treat each other's evaluations as abandoned, and
 * keys as expired. SQLite runs on this machine, so its clock is used.
 */
export async function createDatabaseClock({ db, dialect }: Pick<Store, 'db' | 'dialect'>): Promise<DatabaseClock> {
  if (dialect === 'sqlite') return { now: () => new Date(), offsetMs: () => 0, [Symbol.dispose]: () => undefined };
  let offset = 0;
  const measure = async (): Promise<void> => {
    const sent = Date.now();
    const query = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
    const ms = (await query.execute(db)).rows[0]?.ms ?? sent;
    offset = ms - (sent + Date.now()) / 2;
  };
  await measure();
  // While the database is unavailable, the last offset remains the best estimate.
  const timer = setInterval(() => void measure().catch(() => undefined), EVERY_MS);
  timer.unref();
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
