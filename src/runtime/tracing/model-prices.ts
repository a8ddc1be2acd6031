import type { PricedUsage, PriceSource } from './price-spans.ts';

/**
 * Prices model calls by their providers' public prices. The price list is larger than most workflows, so it is loaded
 * on first use and is not part of bundles.
 */
export const modelPrices: PriceSource = async (usage, at) => {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const tokens = toTokens(usage);
  for (const { model, provider } of spellings(usage)) {
    const options = { timestamp: at, ...(provider === undefined ? {} : { providerId: provider }) };
    const price = calcPrice(tokens, model, options);
    if (price !== null) return price.total_price;
  }
  return null;
};

interface Spelling {
  readonly model: string;
  readonly provider?: string;
}

/**
 * Names under which a model may be listed, the most reliable first. `provider/name` and bare ids of OpenAI are the
 * SDK's spelling.
 */
function spellings({ model, requestedModel, provider }: PricedUsage): Spelling[] {
  const models = requestedModel === undefined || requestedModel === model ? [model] : [model, requestedModel];
  return models.flatMap((name) => {
    const slash = name.indexOf('/');
    return [
      ...(provider === undefined ? [] : [{ model: name, provider: toProviderId(provider) }]),
      ...(slash === -1 ? [] : [{ model: name.slice(slash + 1), provider: name.slice(0, slash) }]),
      { model: name },
      ...(slash === -1 ? [{ model: name, provider: 'openai' }] : []),
    ];
  });
}

/** Tracing libraries append the provider's API: `openai.chat`, `azure.ai.openai`. */
function toProviderId(provider: string): string {
  const [first = '', ...rest] = provider.split('.');
  return first === 'az' || first === 'azure'
    ? 'azure'
    : first === 'gcp'
      ? 'google'
      : first === 'aws'
        ? 'aws'
        : rest.length > 0
          ? first
          : provider;
}

function toTokens({ input_tokens, output_tokens, cached_tokens }: PricedUsage) {
  return { input_tokens, output_tokens, ...(cached_tokens === undefined ? {} : { cache_read_tokens: cached_tokens }) };
}
