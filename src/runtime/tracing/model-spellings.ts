import type { findProvider, Provider } from '@pydantic/genai-prices';
import type { PricedUsage } from './price-spans.ts';

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
 * charge another price for a model of the same name. The name of a provider that nobody knows is the author's own: where the
 * call itself was seen, and went to no known host, the model says what it costs. `provider/name` and bare ids of OpenAI are
 * the SDK's spelling.
 */
export function spellings(
  { model, requestedModel, provider, isSeen = false }: PricedUsage,
  find: typeof findProvider,
): Spellings {
  const models = requestedModel === undefined || requestedModel === model ? [model] : [model, requestedModel];
  const id = provider === undefined ? null : toProviderId(provider, find);
  if (provider === undefined || (id === null && isSeen)) {
    const reason = `no provider lists a price of ${model}`;
    return { spellings: models.flatMap((name) => namedByModel(name, find)), reason };
  }
  if (id === null) return { spellings: [], reason: `the prices of provider ${provider} are not known` };
  const named = models.flatMap((name) => [name, ...(name.includes('/') ? [afterSlash(name)] : [])]);
  return {
    spellings: named.map((name) => newest(name, id, find)),
    reason: `provider ${provider} lists no price of ${model}`,
  };
}

function namedByModel(name: string, find: typeof findProvider): Spelling[] {
  if (!name.includes('/'))
    return [newest(name, find({ modelId: name })?.id, find), { model: name, provider: 'openai' }];
  const id = toProviderId(name.slice(0, name.indexOf('/')), find);
  return id === null ? [] : [newest(afterSlash(name), id, find), { model: name, provider: id }];
}

function newest(name: string, id: string | undefined, find: typeof findProvider): Spelling {
  const provider = id === undefined ? undefined : find({ providerId: id });
  return provider === undefined ? { model: name } : { model: newestOf(name, provider), provider: provider.id };
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

/**
 * Finds the model that an alias such as `mistral-large-latest` means. The price list keeps some aliases with an old model,
 * at four times the price of the new one: the newest model with a date in its name (`mistral-large-2512`) is meant.
 *
 * @returns the name itself where the list has no such model, or has dated prices of the alias
 * @source https://docs.mistral.ai/getting-started/models
 */
function newestOf(name: string, { id, models }: Provider): string {
  const [, family] = /^(.+)-latest$/.exec(name) ?? [];
  if (family === undefined || !DATES_BY_MONTH.has(id)) return name;
  const listed = models.map((model) => ({ prices: model.prices, names: namesOf(model) }));
  if (listed.some(({ prices, names }) => Array.isArray(prices) && names.includes(name))) return name;
  const dated = listed.flatMap(({ names }) => names).filter((other) => isDated(other, family));
  return dated.toSorted().at(-1) ?? name;
}

/** Providers that name models by year and month. */
const DATES_BY_MONTH = new Set(['mistral']);

function isDated(name: string, family: string): boolean {
  return name.startsWith(`${family}-`) && /^\d{4}$/.test(name.slice(family.length + 1));
}

function namesOf({ id, match }: Provider['models'][number]): string[] {
  const equal = 'or' in match ? match.or : [match];
  return [id, ...equal.flatMap((rule) => ('equals' in rule ? rule.equals : []))];
}
