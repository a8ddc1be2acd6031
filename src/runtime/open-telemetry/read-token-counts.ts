import type { Attributes } from '@opentelemetry/api';
import { omitUndefined } from '../../foundation/record.ts';
import type { CountedUsage, SpanUsage } from '../tracing/call-trace.ts';

/** Set by us on recorded usage, for what the conventions have no name for. */
const BATCH_ATTRIBUTE = 'wf.usage.batch';
const HOUR_ATTRIBUTE = 'wf.usage.cache_write_1h_tokens';
const TIER_ATTRIBUTE = 'wf.usage.service_tier';
const DETAIL_ATTRIBUTE = 'wf.usage.details.';
const UNPRICED_ATTRIBUTE = 'wf.usage.unpriced';
/** Set where no token was audio or the like, so that the split is known. */
const SPLIT_ATTRIBUTE = 'wf.usage.is_split';

/**
 * Names of each count: the conventions' newest first, then older ones and those of OpenLLMetry, OpenInference, Logfire,
 * Sentry and the AI SDK.
 */
const NAMES = {
  input: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.usage.prompt_tokens',
    'llm.token_count.prompt',
  ],
  output: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.usage.completion_tokens',
    'llm.token_count.completion',
  ],
  read: [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'gen_ai.usage.input_tokens.cached',
    'gen_ai.usage.details.cache_read_tokens',
    'gen_ai.usage.details.cache_read_input_tokens',
    'llm.usage.cache_read_input_tokens',
    'llm.token_count.prompt_details.cache_read',
    'ai.usage.inputTokenDetails.cacheReadTokens',
    'ai.usage.cachedInputTokens',
  ],
  write: [
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'gen_ai.usage.input_tokens.cache_write',
    'gen_ai.usage.details.cache_write_tokens',
    'gen_ai.usage.details.cache_creation_input_tokens',
    'llm.usage.cache_creation_input_tokens',
    'llm.token_count.prompt_details.cache_write',
    'ai.usage.inputTokenDetails.cacheWriteTokens',
  ],
  reasoning: [
    'gen_ai.usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'gen_ai.usage.output_tokens.reasoning',
    'gen_ai.usage.details.reasoning_tokens',
    'llm.usage.reasoning_tokens',
    'llm.token_count.completion_details.reasoning',
    'ai.usage.outputTokenDetails.reasoningTokens',
    'ai.usage.reasoningTokens',
  ],
  total: ['gen_ai.usage.total_tokens', 'llm.usage.total_tokens', 'llm.token_count.total', 'ai.usage.totalTokens'],
  tier: [
    TIER_ATTRIBUTE,
    'openai.response.service_tier',
    'gen_ai.openai.response.service_tier',
    'gen_ai.response.service_tier',
    'gen_ai.usage.service_tier',
    'openai.request.service_tier',
    'gen_ai.openai.request.service_tier',
  ],
} as const;

type TokenCounts = Omit<CountedUsage, 'model' | 'input_tokens' | 'output_tokens'> & {
  readonly input_tokens: number | undefined;
  readonly output_tokens: number | undefined;
};

export function readTokenCounts(attributes: Attributes, provider: string | undefined): TokenCounts {
  const count = (names: readonly string[]) => readCount(attributes, names);
  const tier = NAMES.tier.map((name) => attributes[name]).find((value) => typeof value === 'string' && value !== '');
  return {
    input_tokens: count(NAMES.input),
    output_tokens: count(NAMES.output),
    ...omitUndefined({
      cache_read_tokens: count(NAMES.read),
      cache_write_tokens: count(NAMES.write),
      cache_write_1h_tokens: count([HOUR_ATTRIBUTE]),
      reasoning_tokens: count(NAMES.reasoning),
    }),
    ...(typeof tier === 'string' ? { service_tier: tier } : {}),
    ...(attributes[BATCH_ATTRIBUTE] === true ? { batch: true } : {}),
    ...readDetails(attributes),
    ...(typeof attributes[UNPRICED_ATTRIBUTE] === 'string' ? { unpriced: attributes[UNPRICED_ATTRIBUTE] } : {}),
    total_tokens: count(NAMES.total),
    isCacheIncluded: isCacheIncluded(attributes, provider),
  };
}

/** Writes tokens by the conventions' newest names. */
export function writeTokenCounts(usage: SpanUsage): Attributes {
  return {
    'gen_ai.usage.input_tokens': usage.input_tokens ?? undefined,
    'gen_ai.usage.output_tokens': usage.output_tokens ?? undefined,
    'gen_ai.usage.cache_read.input_tokens': usage.cache_read_tokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cache_write_tokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning_tokens,
    [HOUR_ATTRIBUTE]: usage.cache_write_1h_tokens,
    [BATCH_ATTRIBUTE]: usage.batch,
    [TIER_ATTRIBUTE]: usage.service_tier,
    [UNPRICED_ATTRIBUTE]: usage.unpriced,
    [SPLIT_ATTRIBUTE]: usage.details === undefined ? undefined : true,
    ...Object.fromEntries(Object.entries(usage.details ?? {}).map(([name, count]) => [DETAIL_ATTRIBUTE + name, count])),
  };
}

function readDetails(attributes: Attributes): Pick<SpanUsage, 'details'> {
  if (attributes[SPLIT_ATTRIBUTE] !== true) return {};
  const own = Object.entries(attributes).filter(([name]) => name.startsWith(DETAIL_ATTRIBUTE));
  return {
    details: Object.fromEntries(own.map(([name, count]) => [name.slice(DETAIL_ATTRIBUTE.length), Number(count)])),
  };
}

/**
 * Answers whether input tokens include cached ones, where the span shows it. The conventions say they do. Version 5 of the AI
 * SDK passes on what Anthropic counts, which is without; version 6 counts all and says which were not cached.
 */
function isCacheIncluded(attributes: Attributes, provider = ''): boolean | undefined {
  if (attributes['ai.usage.inputTokenDetails.noCacheTokens'] !== undefined) return true;
  const isVersion5 = attributes['ai.usage.cachedInputTokens'] !== undefined;
  return isVersion5 && /anthropic|bedrock/i.test(provider) ? false : undefined;
}

function readCount(attributes: Attributes, names: readonly string[]): number | undefined {
  return names
    .map((name) => attributes[name])
    .find((value): value is number => typeof value === 'number' && value >= 0 && Number.isFinite(value));
}
