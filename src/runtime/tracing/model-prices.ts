import type { ModelPrice } from '@pydantic/genai-prices';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import type { UsageDetail, UsageDetails } from '../../sdk/context/routing-context.ts';
import { spellings } from './model-spellings.ts';
import { shareOf } from './price-shares.ts';
import type { Price, PricedUsage, PriceSource } from './price-spans.ts';

/**
 * Prices model calls by their providers' public prices. The price list is larger than most workflows, so it is loaded
 * on first use and is not part of bundles. Whatever cannot be priced is unknown, with the reason.
 */
export const modelPrices: PriceSource = async (usage, at) => {
  try {
    return localPrice(usage) ?? (await priceCall(usage, at));
  } catch (error) {
    return {
      cost: null,
      reason: `the price list refused it: ${messageOf(error)}`,
    };
  }
};

/** Ollama runs models on a machine of one's own; it passes those that end with `-cloud` on to its own service. */
function localPrice({ provider = '', model }: PricedUsage): Price | null {
  if (provider.split('.', 1)[0]?.toLowerCase() !== 'ollama') return null;
  if (/[-:]cloud$/.test(model))
    return { cost: null, reason: 'the price of a model in the cloud of Ollama is not known' };
  return { cost: 0, reason: 'local, no price' };
}

async function priceCall(usage: PricedUsage, at: Date): Promise<Price> {
  if (usage.unpriced !== undefined) return { cost: null, reason: `the price of ${usage.unpriced} is not known` };
  const { calcPrice, findProvider } = await import('@pydantic/genai-prices');
  const share = shareOf(usage);
  if (share.reason !== undefined) return { cost: null, reason: share.reason };
  const found = spellings(usage, findProvider);
  for (const { model, provider } of found.spellings) {
    const options = { timestamp: hourOf(at, provider), ...(provider === undefined ? {} : { providerId: provider }) };
    const listed = calcPrice({}, model, options);
    if (listed === null) continue;
    const { id } = listed.provider;
    const discount = share.of(id);
    if (discount === null) return { cost: null, reason: `${id} has no known price of ${share.name}` };
    const name = `${id}/${listed.model.id}`;
    const missing = missingPrice(usage, listed.model_price, name) ?? missingSearchShare(usage, discount);
    if (missing !== null) return { cost: null, reason: `${missing} of ${model}` };
    const total = calcPrice(toTokens(usage), model, options)?.total_price;
    return total === undefined ? { cost: null, reason: found.reason } : { cost: total * discount, provider: id };
  }
  return { cost: null, reason: found.reason };
}

const WEEKENDS_SINCE = Date.UTC(2026, 7, 23);

/**
 * Since 23 August 2026, DeepSeek charges its lower price on all hours of a weekend, which the list cannot express: noon has that
 * price. Its dearer hours are on the same day in Beijing and UTC.
 *
 * @source https://api-docs.deepseek.com/quick_start/pricing
 */
function hourOf(at: Date, provider: string | undefined): Date {
  const isWeekend = at.getUTCDay() % 6 === 0 && at.getTime() >= WEEKENDS_SINCE;
  if (provider !== 'deepseek' || !isWeekend) return at;
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), 12));
}

/**
 * Tells what of a call the list has no price of. Where it has none of a part, it would charge the price of text, which is
 * wrong by the factor of ten for audio.
 */
function missingPrice({ details, ...usage }: PricedUsage, prices: ModelPrice, id: string): string | null {
  // The list has one price of a request, and the provider three, by how much it searches.
  if (prices['requests_kcount'] !== undefined) return 'the answer did not tell the price of a request';
  const used = Object.entries(details ?? {}).flatMap(([name, count]) => (count > 0 ? [name as UsageDetail] : []));
  const missing = used.find((name) => !isPriced(name, prices, id));
  if (missing !== undefined) return `the price list has no price of ${wordsOf(missing)}`;
  if (isCacheUnsplit(usage, details, prices)) return 'the call did not report which of its cached tokens were text';
  const unsplit =
    details === undefined && (usage.input_tokens > 0 || usage.output_tokens > 0) ? kindOf(prices, id) : null;
  return unsplit === null
    ? null
    : `the call did not report which tokens were ${unsplit}, which has a price of its own,`;
}

/** @param id - provider and model, as in `google/gemini-2.5-pro` */
function isPriced(name: UsageDetail, prices: ModelPrice, id: string): boolean {
  const has = (key: string) => prices[key] !== undefined;
  if (has(name.endsWith('_tokens') ? name.replace(/_tokens$/, '_mtok') : `${name}_kcount`)) return true;
  switch (name) {
    case 'input_image_tokens':
    case 'input_video_tokens':
    case 'cache_image_read_tokens':
      return true;
    // Google has one price of all input, except where it lists another.
    case 'input_audio_tokens':
      return id.startsWith('google/');
    // Not cheaper where no cached tokens are.
    case 'cache_audio_read_tokens':
      return id.startsWith('google/') || !has('cache_read_mtok');
    // All output of a model that speaks is audio, and that of a model of images is images.
    case 'output_audio_tokens':
      return /-tts\b/.test(id);
    case 'output_image_tokens':
      return has('input_image_mtok') && !has('input_audio_mtok');
    default:
      return false;
  }
}

/** What a model answers with that is not text: it reports how much. */
function kindOf(prices: ModelPrice, id: string): string | null {
  if (prices['output_audio_mtok'] !== undefined || /-audio\b/.test(id)) return 'audio';
  return prices['output_image_mtok'] !== undefined || prices['cache_image_read_mtok'] !== undefined ? 'images' : null;
}

/** Cached tokens cost differently by kind, where both cached and other tokens do. */
function isCacheUnsplit(
  { cache_read_tokens: cached = 0 }: Pick<PricedUsage, 'cache_read_tokens'>,
  details: PricedUsage['details'],
  prices: ModelPrice,
): boolean {
  if (cached === 0 || prices['cache_read_mtok'] === undefined) return false;
  return CACHED_KINDS.some(
    ([input, read, price]) =>
      (details?.[input] ?? 0) > 0 && details?.[read] === undefined && prices[price] !== undefined,
  );
}

const CACHED_KINDS = [
  ['input_audio_tokens', 'cache_audio_read_tokens', 'cache_audio_read_mtok'],
  ['input_image_tokens', 'cache_image_read_tokens', 'cache_image_read_mtok'],
] as const;

/** `input_audio_tokens` is `audio input`. */
function wordsOf(name: UsageDetail): string {
  const [, direction, kind] = /^(input|output)_(\w+)_tokens$/.exec(name) ?? [];
  return direction === undefined ? name.replaceAll('_', ' ') : `${kind} ${direction}`;
}

function missingSearchShare({ details }: PricedUsage, discount: number): string | null {
  const searches = (details?.web_searches ?? 0) + (details?.storage_searches ?? 0);
  return discount !== 1 && searches > 0 ? 'the discount does not hold for the searches' : null;
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
    ...toDetails(usage),
  };
}

/** The list wants to know how many cached tokens were of each kind; where that makes no difference, none. */
function toDetails({ details, cache_read_tokens: cached = 0 }: PricedUsage): UsageDetails {
  if (cached === 0) return { ...details };
  const none = CACHED_KINDS.filter(([input]) => (details?.[input] ?? 0) > 0).map(([, read]) => [read, 0] as const);
  return { ...Object.fromEntries(none), ...details };
}
