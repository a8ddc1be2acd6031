import type { Parsed } from '../../http/refusal.ts';
import { findKey, type KeyRow } from '../keys/queries/keys.ts';
import type { CallVersion } from '../store/call-version.ts';
import type { Store } from '../store/open-store.ts';
import { type CallPlan, type CallTarget, planCall } from './plan-call.ts';

/** Keys and plans as they are at the beginning of a call. */
export interface CallPlans {
  findKey(this: void, prefix: string): Promise<KeyRow | null>;
  /** @throws {WF_NOT_FOUND} for an unknown app or variant in the call's address */
  plan(this: void, target: CallTarget): Promise<Parsed<CallPlan>>;
}

type OpenCallPlans = () => Promise<CallPlans>;

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

/** What hosted calls have read since the last commit that changed it. */
interface CallCache {
  /** Opens the cache for one call: whatever it contains then is current at this moment. */
  open(this: void): Promise<CachedReads>;
}

interface CachedReads {
  /** Reads something once. @param load - reads it from the store, or answers `null` for what must be read again */
  read<T>(this: void, key: string, load: () => Promise<T | null>): Promise<T | null>;
}

/** Most things that are cached. Beyond it, the cache starts over. */
const LIMIT = 20_000;

/**
 * Creates a cache that is emptied by the commits that change what it contains, and by nothing else: a revoked key or a
 * deployment counts with the next call, on every replica.
 */
export function createCallCache(readVersion: CallVersion['read']): CallCache {
  let version: number | null = null;
  let reads = createReads();
  return {
    open: async () => {
      const current = await readVersion();
      if (current !== version) reads = createReads();
      version = current;
      return reads;
    },
  };
}

function createReads(): CachedReads {
  const known = new Map<string, Promise<unknown>>();
  return {
    read: async <T>(key: string, load: () => Promise<T | null>): Promise<T | null> => {
      const found = known.get(key);
      // Only this function adds entries, and a key stands for one type.
      if (found !== undefined) return (await found) as T | null;
      if (known.size >= LIMIT) known.clear();
      const loading = load();
      known.set(key, loading);
      const forget = () => {
        if (known.get(key) === loading) known.delete(key);
      };
      loading.then((value) => (value === null ? forget() : undefined), forget);
      return await loading;
    },
  };
}
