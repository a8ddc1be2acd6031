import { sql } from 'kysely';
import type { Db } from '../../store/schema.ts';

export interface RateStep {
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
