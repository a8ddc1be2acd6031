import type { ConfigurationReference, ConfigurationSource } from '../../sdk/context/routing-context.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';

export interface CacheOptions {
  /** Lifetime of a cached configuration, in ms. @defaultValue 5,000 */
  readonly freshMs?: number;
  /** Number of cached references. @defaultValue 1,000 */
  readonly limit?: number;
  /** @defaultValue `Date.now` */
  readonly now?: () => number;
}

interface CachedConfiguration {
  readonly config: Record<string, unknown>;
  readonly at: number;
}

/**
 * Caches the answers of a registry, so that calls do not wait for it, and keep working while it cannot be reached. When
 * the registry no longer knows a configuration, the cached one is dropped.
 */
export function cacheConfigurations(source: ConfigurationSource, options: CacheOptions = {}): ConfigurationSource {
  const { freshMs = 5000, limit = 1000, now = Date.now } = options;
  const known = new Map<string, CachedConfiguration>();
  return async (reference, call) => {
    const key = toKey(reference);
    const cached = known.get(key);
    if (cached !== undefined && now() - cached.at < freshMs) return cached.config;
    try {
      const config = await source(reference, call);
      known.delete(key);
      known.set(key, { config, at: now() });
      for (const [oldest] of known) if (known.size > limit) known.delete(oldest);
      return config;
    } catch (error) {
      const isRefusal = isWfError(error) && (error.code === 'WF_NOT_FOUND' || error.code === 'WF_NOT_ALLOWED');
      if (isRefusal) known.delete(key);
      if (isRefusal || cached === undefined) throw error;
      return cached.config;
    }
  };
}

function toKey({ application, variant, environment, version, revision }: ConfigurationReference): string {
  return JSON.stringify([application, variant, environment, version, revision]);
}
