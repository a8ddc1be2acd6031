import { expect, test } from 'vitest';
import { readTokenCounts } from '../../../../src/runtime/open-telemetry/read-token-counts.ts';

/** Names that libraries use, newest first: OpenTelemetry's conventions, OpenLLMetry, OpenInference, Logfire, Sentry, AI SDK. */
const NAMES = {
  input_tokens: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.usage.prompt_tokens',
    'llm.token_count.prompt',
  ],
  output_tokens: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.usage.completion_tokens',
    'llm.token_count.completion',
  ],
  cache_read_tokens: [
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
  cache_write_tokens: [
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'gen_ai.usage.input_tokens.cache_write',
    'gen_ai.usage.details.cache_write_tokens',
    'gen_ai.usage.details.cache_creation_input_tokens',
    'llm.usage.cache_creation_input_tokens',
    'llm.token_count.prompt_details.cache_write',
    'ai.usage.inputTokenDetails.cacheWriteTokens',
  ],
  cache_write_1h_tokens: ['wf.usage.cache_write_1h_tokens'],
  reasoning_tokens: [
    'gen_ai.usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'gen_ai.usage.output_tokens.reasoning',
    'gen_ai.usage.details.reasoning_tokens',
    'llm.usage.reasoning_tokens',
    'llm.token_count.completion_details.reasoning',
    'ai.usage.outputTokenDetails.reasoningTokens',
    'ai.usage.reasoningTokens',
  ],
  total_tokens: [
    'gen_ai.usage.total_tokens',
    'llm.usage.total_tokens',
    'llm.token_count.total',
    'ai.usage.totalTokens',
  ],
} as const;

const cases = Object.entries(NAMES).flatMap(([field, names]) => names.map((name) => [name, field] as const));

test.each(cases)('%s is read as %s', (name, field) => {
  expect(readTokenCounts({ [name]: 7 }, undefined)).toMatchObject({ [field]: 7 });
});

test.each(Object.entries(NAMES))('the newest name of %s wins', (field, names) => {
  const all = Object.fromEntries(names.map((name, index) => [name, index + 1]));
  expect(readTokenCounts(all, undefined)).toMatchObject({ [field]: 1 });
});

test.each([
  'wf.usage.service_tier',
  'openai.response.service_tier',
  'gen_ai.openai.response.service_tier',
  'gen_ai.response.service_tier',
  'gen_ai.usage.service_tier',
  'openai.request.service_tier',
  'gen_ai.openai.request.service_tier',
])('%s names the tier', (name) => {
  expect(readTokenCounts({ [name]: 'flex' }, undefined)).toMatchObject({ service_tier: 'flex' });
  expect(readTokenCounts({ [name]: '' }, undefined)).not.toHaveProperty('service_tier');
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '7'])('%s is no count', (value) => {
  expect(readTokenCounts({ 'gen_ai.usage.input_tokens': value }, undefined).input_tokens).toBeUndefined();
});

test('a span without counts has none, and zero is one', () => {
  expect(readTokenCounts({}, undefined)).toEqual({
    input_tokens: undefined,
    output_tokens: undefined,
    total_tokens: undefined,
    isCacheIncluded: undefined,
  });
  expect(readTokenCounts({ 'gen_ai.usage.input_tokens': 0 }, undefined).input_tokens).toBe(0);
});

test('a batch is one that says so', () => {
  expect(readTokenCounts({ 'wf.usage.batch': true }, undefined).batch).toBe(true);
  expect(readTokenCounts({ 'wf.usage.batch': false }, undefined).batch).toBeUndefined();
});

const CACHED = { 'ai.usage.cachedInputTokens': 5 };

test.each([
  [CACHED, 'anthropic.messages', false],
  [CACHED, 'amazon-bedrock', false],
  [CACHED, 'openai', undefined],
  [CACHED, undefined, undefined],
  [{}, 'anthropic', undefined],
  [{ ...CACHED, 'ai.usage.inputTokenDetails.noCacheTokens': 1 }, 'anthropic', true],
])('with %j of %s, input tokens include cached ones: %s', (attributes, provider, isIncluded) => {
  expect(readTokenCounts(attributes, provider).isCacheIncluded).toBe(isIncluded);
});
