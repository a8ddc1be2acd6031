import { countModelCall, countRequest, findArrival, findModelCallLimit } from './queries/key-limits.ts';
import { userError, UserError } from '../../foundation/errors/wf-error.ts';
import type { Principal } from '../operation/operation.ts';
import type { Db } from '../store/schema.ts';
import { countOf } from '../../foundation/numbers.ts';
import type { Store } from '../store/open-store.ts';
import { storeKeyUses } from './queries/keys.ts';

/** A key may use all requests of a minute at once; after that they become available evenly. */
const WINDOW_MS = 60_000;

/**
 * Counts a request against its key's limit.
 *
 * @param now - RFC 3339
 * @throws {WF_RATE_LIMITED} with the seconds to wait
 * @source the generic cell rate algorithm, ITU-T I.371 appendix A
 */
export async function requireRate(db: Db, principal: Principal, now: string): Promise<void> {
  const { name, rateLimit } = principal;
  if (rateLimit == null) return;
  const at = Date.parse(now);
  const stepMs = WINDOW_MS / rateLimit;
  const rate = { keyId: principal.sessionOf ?? principal.id, at, stepMs, windowMs: WINDOW_MS };
  if (await countRequest(db, rate)) return;
  const arrivesAt = (await findArrival(db, rate.keyId)) ?? at;
  const seconds = Math.ceil((arrivesAt + stepMs - at - WINDOW_MS) / 1000);
  throw new UserError({
    code: 'WF_RATE_LIMITED',
    message: `The key ${JSON.stringify(name)} may make ${rateLimit} ${rateLimit === 1 ? 'request' : 'requests'} a minute.`,
    details: { retry_after: Math.max(1, seconds) },
  });
}

/**
 * Creates the counter of model calls that evaluators make for a key with the service's own provider keys.
 *
 * @throws {WF_RATE_LIMITED} from the counter, when the key has made all its calls of the day
 */
export function countModelCalls(db: Db, now: () => Date): (keyId: string) => Promise<void> {
  return async (keyId) => {
    if (await countModelCall(db, keyId, dayOf(now().toISOString()))) return;
    const found = await findModelCallLimit(db, keyId);
    const calls = countOf(found?.model_call_limit ?? 0, 'model call');
    throw userError(
      'WF_RATE_LIMITED',
      `The key ${JSON.stringify(found?.name ?? keyId)} may make ${calls} a day with the service's own provider key. Send your own, or wait until 00:00 UTC.`,
    );
  };
}

/** @param instant - RFC 3339 in UTC */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

/** Notes that a key was used, without delaying its request. */
export type NoteKeyUse = (principal: Pick<Principal, 'id' | 'sessionOf'>, now: string) => void;

/** A use within this time of a stored one is not stored: most requests write nothing. */
const STEP_MS = 5 * 60_000;
/** Most keys that are remembered. Beyond it, their next uses are stored again. */
const LIMIT = 10_000;

/** Creates the notes of one process. The use of a session of the page counts for its key, too. */
export function createKeyUses({ db }: Pick<Store, 'db'>): NoteKeyUse {
  const stored = new Map<string, number>();
  return ({ id, sessionOf }, now) => {
    const at = Date.parse(now);
    // A clock that was set back must not silence a key until it has caught up.
    if (Math.abs(at - (stored.get(id) ?? Number.NEGATIVE_INFINITY)) < STEP_MS) return;
    if (stored.size >= LIMIT) stored.clear();
    stored.set(id, at);
    // Nobody's request may fail for this: the disk may be full, or the key may have been revoked meanwhile.
    void storeKeyUses(db, sessionOf === undefined ? [id] : [id, sessionOf], now).catch(() => stored.delete(id));
  };
}
