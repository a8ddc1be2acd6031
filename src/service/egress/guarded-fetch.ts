import { loadOnce } from '../../foundation/load-once.ts';
import type { EgressRules } from './egress-rules.ts';

/** Creates a `fetch` that connects only where the rules allow. It loads undici with the first request. */
export function createGuardedFetch(rules: EgressRules): typeof fetch {
  const created = loadOnce(async () => (await import('./fetch-by-rules.ts')).fetchByRules(rules));
  return async (input, init) => await (await created.get())(input, init);
}
