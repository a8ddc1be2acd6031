import type { CallVersion } from '../store/call-version.ts';

/** What hosted calls have read since the last commit that changed it. */
export interface CallCache {
  /** Opens the cache for one call: whatever it contains then is current at this moment. */
  open(this: void): Promise<CachedReads>;
}

export interface CachedReads {
  /**
   * Reads something once.
   *
   * @param load - reads it from the store, or answers `null` for what must be read again
   */
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
