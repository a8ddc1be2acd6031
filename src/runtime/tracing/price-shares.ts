import type { PricedUsage } from './price-spans.ts';

/** Tiers that cost what the list says. */
const STANDARD = new Set(['', 'auto', 'default', 'standard', 'standard_only', 'on_demand', 'ondemand']);

/**
 * Providers that charge half for batches of every model. Bedrock does so for some models only.
 *
 * @source https://developers.openai.com/api/docs/guides/batch
 * @source https://learn.microsoft.com/azure/ai-foundry/openai/how-to/batch (of the price of global standard)
 * @source https://docs.anthropic.com/en/docs/build-with-claude/batch-processing
 * @source https://developers.googleblog.com/scale-your-ai-workloads-batch-mode-gemini-api
 */
const HALF_FOR_BATCHES = new Set(['openai', 'azure', 'anthropic', 'google']);

/**
 * Providers whose tier `flex` costs half.
 *
 * @source https://developers.openai.com/api/docs/guides/flex-processing
 * @source https://learn.microsoft.com/azure/foundry/openai/how-to/flex-processing
 */
const HALF_FOR_FLEX = new Set(['openai', 'azure']);

interface PriceShare {
  /** The share of the list's price that a provider charges; `null` if it is not known. */
  readonly of: (provider: string) => number | null;
  readonly name: string;
  readonly reason?: string;
}

/** Prices outside of the list: batches, and tiers of a service. */
export function shareOf({
  batch,
  service_tier,
  cache_read_tokens = 0,
  cache_write_tokens = 0,
}: PricedUsage): PriceShare {
  const tier = service_tier?.toLowerCase() ?? '';
  const isCached = cache_read_tokens + cache_write_tokens > 0;
  if (batch === true || tier === 'batch') {
    return {
      name: isCached ? 'cached tokens in a batch' : 'batches',
      // Only Anthropic says for all models that both discounts apply; Google's cached tokens are not cheaper in a batch.
      of: (provider) => (HALF_FOR_BATCHES.has(provider) && (!isCached || provider === 'anthropic') ? 0.5 : null),
    };
  }
  if (STANDARD.has(tier)) return { name: 'the standard tier', of: () => 1 };
  if (tier === 'flex') {
    const name = isCached ? 'cached tokens in the tier flex' : 'the tier flex';
    return { name, of: (provider) => (HALF_FOR_FLEX.has(provider) && !isCached ? 0.5 : null) };
  }
  return { name: tier, of: () => null, reason: `the price of service tier ${tier} is not known` };
}
