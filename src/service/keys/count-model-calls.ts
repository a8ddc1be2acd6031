import { UserError } from '../../foundation/errors/wf-error.ts';
import { countOf } from '../../foundation/count-of.ts';
import { countModelCall, findModelCallLimit } from './queries/key-model-calls.ts';
import type { Db } from '../store/schema.ts';

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
    throw new UserError({
      code: 'WF_RATE_LIMITED',
      message: `The key ${JSON.stringify(found?.name ?? keyId)} may make ${calls} a day with the service's own provider key. Send your own, or wait until 00:00 UTC.`,
    });
  };
}

/** @param instant - RFC 3339 in UTC */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}
