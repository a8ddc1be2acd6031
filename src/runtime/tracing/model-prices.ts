import type { findProvider } from '@pydantic/genai-prices';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import type { Price, PricedUsage, PriceSource } from './price-spans.ts';

/**
 * Prices model calls by their providers' public prices. The price list is larger than most workflows, so it is loaded
 * on first use and is not part of bundles. Whatever cannot be priced is unknown, with the reason.
 */
export const modelPrices: PriceSource = async (usage, at) => {
  try {
    return await priceCall(usage, at);
  } catch (error) {
    return {
      cost: null,
      reason: `the price list refused it: ${messageOf(error)}`,
    };
  }
};

async function priceCall(usage: PricedUsage, at: Date): Promise<Price> {
  const { calcPrice, findProvider } = await import('@pydantic/genai-prices');
  const share = shareOf(usage);
  if (share.reason !== undefined) return { cost: null, reason: share.reason };
  const tokens = toTokens(usage);
  const found = spellings(usage, findProvider);
  for (const { model, provider } of found.spellings) {
    const price = calcPrice(tokens, model, {
      timestamp: at,
      ...(provider === undefined ? {} : { providerId: provider }),
    });
    if (price === null) continue;
    const discount = share.of(price.provider.id);
    if (discount === null) return { cost: null, reason: `${price.provider.id} has no known price of ${share.name}` };
    return { cost: price.total_price * discount, provider: price.provider.id };
  }
  return { cost: null, reason: found.reason };
}

interface Spelling {
  readonly model: string;
  readonly provider?: string;
}

interface Spellings {
  readonly spellings: readonly Spelling[];
  /** Why there is no price if none of them has one. */
  readonly reason: string;
}

/**
 * Names under which a model may be listed, the most reliable first. A provider that was named is the only one: another may
 * charge another price for a model of the same name. `provider/name` and bare ids of OpenAI are the SDK's spelling.
 */
function spellings({ model, requestedModel, provider }: PricedUsage, find: typeof findProvider): Spellings {
  const models = requestedModel === undefined || requestedModel === model ? [model] : [model, requestedModel];
  if (provider === undefined) {
    const reason = `no provider lists a price of ${model}`;
    return { spellings: models.flatMap((name) => namedByModel(name, find)), reason };
  }
  const id = toProviderId(provider, find);
  if (id === null) return { spellings: [], reason: `the prices of provider ${provider} are not known` };
  const named = models.flatMap((name) => [name, ...(name.includes('/') ? [afterSlash(name)] : [])]);
  return {
    spellings: named.map((name) => ({ model: name, provider: id })),
    reason: `provider ${provider} lists no price of ${model}`,
  };
}

function namedByModel(name: string, find: typeof findProvider): Spelling[] {
  if (!name.includes('/')) return [{ model: name }, { model: name, provider: 'openai' }];
  const id = toProviderId(name.slice(0, name.indexOf('/')), find);
  return id === null
    ? []
    : [
        { model: afterSlash(name), provider: id },
        { model: name, provider: id },
      ];
}

function afterSlash(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/**
 * Names of providers in tracing libraries and gateways, where they differ from the price list's. Tracing libraries append
 * the provider's API: `openai.chat`.
 */
const PROVIDERS: Readonly<Record<string, string>> = {
  az: 'azure',
  'azure-openai': 'azure',
  azure_openai: 'azure',
  bedrock: 'aws',
  'amazon-bedrock': 'aws',
  aws_bedrock: 'aws',
  gcp: 'google',
  gemini: 'google',
  vertex: 'google',
  vertex_ai: 'google',
  vertexai: 'google',
  'google-vertex': 'google',
  'google-generative-ai': 'google',
  mistral_ai: 'mistral',
  mistralai: 'mistral',
  x_ai: 'x-ai',
  xai: 'x-ai',
  moonshot: 'moonshotai',
  together_ai: 'together',
  togetherai: 'together',
  fireworks_ai: 'fireworks',
};

/** @returns `null` for a provider that the price list does not have */
function toProviderId(provider: string, find: typeof findProvider): string | null {
  const [first = ''] = provider.toLowerCase().split('.');
  const id = Object.hasOwn(PROVIDERS, first) ? PROVIDERS[first] : first;
  // The list's own search accepts any name that contains a provider's.
  return id !== undefined && id !== '' && find({ providerId: id })?.id === id ? id : null;
}

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
function shareOf({ batch, service_tier, cache_read_tokens = 0, cache_write_tokens = 0 }: PricedUsage): PriceShare {
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

function toTokens(usage: PricedUsage) {
  const { input_tokens, output_tokens, reasoning_tokens } = usage;
  const { cache_read_tokens, cache_write_tokens, cache_write_1h_tokens } = usage;
  return {
    input_tokens,
    output_tokens,
    ...(cache_read_tokens === undefined ? {} : { cache_read_tokens }),
    ...(cache_write_tokens === undefined ? {} : { cache_write_tokens }),
    ...(cache_write_1h_tokens === undefined ? {} : { cache_write_1h_tokens }),
    ...(reasoning_tokens === undefined ? {} : { output_reasoning_tokens: reasoning_tokens }),
  };
}
