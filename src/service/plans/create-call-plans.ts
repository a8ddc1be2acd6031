import type { Parsed } from '../../http/refusal.ts';
import { findKey, type KeyRow } from '../keys/queries/keys.ts';
import type { Store } from '../store/open-store.ts';
import { createCallCache } from './create-call-cache.ts';
import { type CallPlan, type CallTarget, planCall } from './plan-call.ts';

/** Keys and plans as they are at the beginning of a call. */
export interface CallPlans {
  findKey(this: void, prefix: string): Promise<KeyRow | null>;
  /** @throws {WF_NOT_FOUND} for an unknown app or variant in the call's address */
  plan(this: void, target: CallTarget): Promise<Parsed<CallPlan>>;
}

/** Opens the plans for one call. */
export type OpenCallPlans = () => Promise<CallPlans>;

/** Creates plans that are read once, until a commit changes one of them. */
export function createCallPlans({ reads, readCallVersion }: Pick<Store, 'reads' | 'readCallVersion'>): OpenCallPlans {
  const cache = createCallCache(readCallVersion);
  return async () => {
    const { read } = await cache.open();
    return {
      findKey: (prefix) => read(`key ${prefix}`, () => findKey(reads, prefix)),
      plan: async (target) => {
        let refused: Parsed<CallPlan> | null = null;
        const planned = await read(nameOf(target), async () => {
          const found = await planCall(reads, target);
          if (found.ok) return found;
          refused = found;
          return null;
        });
        // A refusal is not cached: each caller who waited for it asks again.
        return planned ?? refused ?? (await planCall(reads, target));
      },
    };
  };
}

function nameOf({ app, variant, appIds, slug }: CallTarget): string {
  const names = slug === null ? null : [slug.application, slug.variant, slug.environment];
  return `plan ${JSON.stringify([app, variant, appIds, names])}`;
}
