import { sql } from 'kysely';
import type { Store } from './open-store.ts';

/** The time of the database, which all replicas share. */
export interface DatabaseClock extends Disposable {
  readonly now: () => Date;
  /** How far this machine's clock is behind it, in milliseconds. */
  readonly offsetMs: () => number;
}

/** How often to look: clocks drift, and are set. */
const EVERY_MS = 60_000;

/**
 * Tells the time by the database. Replicas whose clocks differ would take each other's evaluations for abandoned, and
 * keys for expired. On SQLite there is one machine, and its own clock is taken.
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
  // A database that is away for a while took its clock along; the last offset is still the best.
  const timer = setInterval(() => void measure().catch(() => undefined), EVERY_MS);
  timer.unref();
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
