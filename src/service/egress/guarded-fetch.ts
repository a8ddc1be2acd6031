import type { EgressRules } from './egress-rules.ts';

/** Creates a `fetch` that connects only where the rules allow. It loads undici with the first request. */
export function createGuardedFetch(rules: EgressRules): typeof fetch {
  let created: Promise<typeof fetch> | undefined;
  return async (input, init) => await (await (created ??= load(rules)))(input, init);
}

async function load(rules: EgressRules): Promise<typeof fetch> {
  const { fetchByRules } = await import('./fetch-by-rules.ts');
  return fetchByRules(rules);
}
