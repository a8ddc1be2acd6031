import { countRequest, findArrival } from './queries/key-rates.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Principal } from '../operation/context.ts';
import type { Db } from '../store/schema.ts';

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
