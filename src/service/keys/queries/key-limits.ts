import { sql } from 'kysely';
import type { Db } from '../../store/schema.ts';

interface RateStep {
  readonly keyId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Time between two requests at the steady rate. */
  readonly stepMs: number;
  readonly windowMs: number;
}

/**
 * Counts a request in one statement, so that all replicas count together, and of two requests at the same time only one
 * can be the last that is allowed. A time that no count can reach was noted before the clock was set back: counting starts
 * again.
 *
 * @returns false when the key has made all its requests
 */
export async function countRequest(db: Db, { keyId, at, stepMs, windowMs }: RateStep): Promise<boolean> {
  const { rows } = await sql`
    insert into key_rates (key_id, arrives_at) values (${keyId}, ${at + stepMs})
    on conflict (key_id) do update
      set arrives_at =
        case when key_rates.arrives_at > ${at} and key_rates.arrives_at <= ${at + 2 * windowMs}
          then key_rates.arrives_at else ${at} end + ${stepMs}
      where key_rates.arrives_at <= ${at + windowMs - stepMs} or key_rates.arrives_at > ${at + 2 * windowMs}
    returning key_id`.execute(db);
  return rows.length > 0;
}

/** Reads the time until which a key's requests would last at the steady rate. */
export async function findArrival(db: Db, keyId: string): Promise<number | null> {
  const found = await db.selectFrom('key_rates').select('arrives_at').where('key_id', '=', keyId).executeTakeFirst();
  return found?.arrives_at ?? null;
}

export interface ModelCalls {
  readonly today: number;
  readonly total: number;
}

/**
 * Counts a model call in one statement, so that all replicas and workers count together.
 *
 * @param day - UTC, as in `2026-11-23`
 * @returns false when the key has made all its calls of this day
 */
export async function countModelCall(db: Db, keyId: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    insert into key_model_calls (key_id, day, calls) values (${keyId}, ${day}, 1)
    on conflict (key_id, day) do update
      set calls = key_model_calls.calls + 1
      where not exists (
        select 1 from keys where keys.id = key_model_calls.key_id and keys.model_call_limit <= key_model_calls.calls)
    returning key_id`.execute(db);
  return rows.length > 0;
}

/** Reads the name and the limit of a key that may make no more calls. */
export async function findModelCallLimit(
  db: Db,
  keyId: string,
): Promise<{ readonly name: string; readonly model_call_limit: number | null } | null> {
  const found = db.selectFrom('keys').select(['name', 'model_call_limit']).where('id', '=', keyId);
  return (await found.executeTakeFirst()) ?? null;
}

/** Reads the calls of several keys; a key without calls is left out. */
export async function readModelCalls(
  db: Db,
  keyIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, ModelCalls>> {
  if (keyIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('key_model_calls')
    .select((the) => [
      'key_id',
      the.fn.sum<number | string>('calls').as('total'),
      the.fn.sum<number | string>(the.case().when('day', '=', day).then(the.ref('calls')).else(0).end()).as('today'),
    ])
    .where('key_id', 'in', [...keyIds])
    .groupBy('key_id')
    .execute();
  // PostgreSQL returns sums as text.
  return new Map(rows.map((row) => [row.key_id, { today: Number(row.today), total: Number(row.total) }]));
}
