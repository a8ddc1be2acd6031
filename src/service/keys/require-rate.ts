import { sql } from 'kysely';
import { UserError } from '../../errors/wf-error.ts';
import type { Principal } from '../operation/operation.ts';
import type { Db } from '../store/schema.ts';

/** A key may spend a whole minute's requests at once; then they come back evenly. */
const WINDOW_MS = 60_000;

/**
 * Counts a request against its key's limit. One statement in the database, so that all replicas count together, and two
 * requests at the same time cannot both be the last.
 *
 * @param now - RFC 3339
 * @throws {WF_RATE_LIMITED} with the seconds to wait
 * @source the generic cell rate algorithm, ITU-T I.371 appendix A
 */
export async function requireRate(db: Db, principal: Principal, now: string): Promise<void> {
  const { name, rateLimit } = principal;
  const id = principal.sessionOf ?? principal.id;
  if (rateLimit == null) return;
  const at = Date.parse(now);
  const stepMs = WINDOW_MS / rateLimit;
  const { rows } = await sql`
    insert into key_rates (key_id, arrives_at) values (${id}, ${at + stepMs})
    on conflict (key_id) do update
      set arrives_at = case when key_rates.arrives_at > ${at} then key_rates.arrives_at else ${at} end + ${stepMs}
      where key_rates.arrives_at <= ${at + WINDOW_MS - stepMs}
    returning key_id`.execute(db);
  if (rows.length > 0) return;
  const seconds = Math.ceil(((await readArrival(db, id, at)) + stepMs - at - WINDOW_MS) / 1000);
  throw new UserError({
    code: 'WF_RATE_LIMITED',
    message: `The key ${JSON.stringify(name)} may make ${rateLimit} ${rateLimit === 1 ? 'request' : 'requests'} a minute.`,
    details: { retry_after: Math.max(1, seconds) },
  });
}

async function readArrival(db: Db, id: string, otherwise: number): Promise<number> {
  const found = await db.selectFrom('key_rates').select('arrives_at').where('key_id', '=', id).executeTakeFirst();
  return found?.arrives_at ?? otherwise;
}
