import { describe, expect, test } from 'vitest';
import { modelPrices } from '../../../../src/runtime/tracing/model-prices.ts';
import type { PricedUsage } from '../../../../src/runtime/tracing/price-spans.ts';
import { supportedLlmModels, type UsageDetails } from '../../../../src/sdk/index.ts';

const AT = new Date('2026-11-20T12:00:00Z');
const costOf = async (usage: PricedUsage) => (await modelPrices(usage, AT)).cost;
const TOKENS = { input_tokens: 1_000_000, output_tokens: 0 };

describe('the price of a model call', () => {
  test.each([
    ['a bare id', { model: 'gpt-4o-mini' }, 0.15],
    ['a dated id', { model: 'gpt-4o-mini-2024-07-18' }, 0.15],
    ['an embedding', { model: 'text-embedding-3-small' }, 0.02],
    ['the spelling that gateways use', { model: 'mistral/mistral-small-latest' }, 0.15],
    ['the newest model that an alias means', { model: 'mistral-large-latest' }, 0.5],
    ['an alias whose price the list dates', { model: 'mistral-medium-latest' }, 1.5],
    ['a provider that a tracing library named', { model: 'gpt-4o-mini', provider: 'openai.chat' }, 0.15],
    [
      'the requested model when the answering one is unknown',
      { model: 'internal-7', requestedModel: 'gpt-4o-mini' },
      0.15,
    ],
  ])('is found by %s', async (_how, named, price) => {
    expect(await costOf({ ...TOKENS, ...named })).toBeCloseTo(price, 6);
  });

  test('counts both directions', async () => {
    const usage = { model: 'gpt-4o-mini', input_tokens: 1000, output_tokens: 500 };
    expect(await costOf(usage)).toBeCloseTo(0.00045, 8);
  });

  test('is lower for input that the provider had cached', async () => {
    const usage = { ...TOKENS, model: 'gpt-4o-mini' };
    expect(await costOf({ ...usage, cache_read_tokens: 1_000_000 })).toBeLessThan((await costOf(usage)) ?? 0);
  });

  test.each(['no-such-model', 'ours/support-7b', '', '/', 'llama3.1:8b', 'constructor'])(
    'of %j is unknown, which is not 0',
    async (model) => {
      expect(await modelPrices({ ...TOKENS, model }, AT)).toEqual({
        cost: null,
        reason: `no provider lists a price of ${model}`,
      });
    },
  );

  test.each(['acme', 'my-openai-proxy', 'gateway'])(
    'is unknown of %s, whatever the model is called',
    async (provider) => {
      expect(await modelPrices({ ...TOKENS, model: 'gpt-4o-mini', provider }, AT)).toEqual({
        cost: null,
        reason: `the prices of provider ${provider} are not known`,
      });
    },
  );

  test("is found by the model where the call was seen, and the name of its provider is the author's own", async () => {
    expect(await costOf({ ...TOKENS, model: 'gpt-4o-mini', provider: 'desk.chat', isSeen: true })).toBeCloseTo(0.15, 6);
  });

  test('of a local model is 0, and says so', async () => {
    expect(await modelPrices({ ...TOKENS, model: 'llama3.1:8b', provider: 'ollama' }, AT)).toEqual({
      cost: 0,
      reason: 'local, no price',
    });
    expect(await modelPrices({ ...TOKENS, model: 'gpt-oss:120b-cloud', provider: 'ollama' }, AT)).toEqual({
      cost: null,
      reason: 'the price of a model in the cloud of Ollama is not known',
    });
  });

  test.each([
    ['aws.bedrock', 'anthropic.claude-3-haiku-20240307-v1:0', 'aws'],
    ['amazon-bedrock', 'anthropic.claude-3-haiku-20240307-v1:0', 'aws'],
    ['azure.ai.openai', 'gpt-4o-mini', 'azure'],
    ['gcp.vertex_ai', 'gemini-2.5-flash', 'google'],
    ['google.generative-ai', 'gemini-2.5-flash', 'google'],
    ['x_ai', 'grok-4', 'x-ai'],
    ['mistral_ai', 'mistral-small-latest', 'mistral'],
    ['anthropic.messages', 'claude-sonnet-4-5', 'anthropic'],
  ])('of provider %s is found for %s', async (provider, model, id) => {
    expect(await modelPrices({ ...TOKENS, model, provider }, AT)).toMatchObject({ provider: id });
  });

  test.each([
    'az azure-openai azure_openai azure.chat bedrock amazon-bedrock aws_bedrock aws.bedrock',
    'gcp gemini vertex vertex_ai vertexai google-vertex google-generative-ai Google',
    'mistral_ai mistralai x_ai xai moonshot together_ai togetherai fireworks_ai',
  ])('knows the providers %s', async (names) => {
    for (const provider of names.split(' ')) {
      expect(await modelPrices({ ...TOKENS, model: 'no-such', provider }, AT)).toEqual({
        cost: null,
        reason: `provider ${provider} lists no price of no-such`,
      });
    }
  });

  test('is found by a name with its provider, next to the provider', async () => {
    expect(await costOf({ ...TOKENS, model: 'openai/gpt-4o-mini', provider: 'openai' })).toBeCloseTo(0.15, 6);
  });

  test('is unknown for a provider without a name', async () => {
    expect(await modelPrices({ ...TOKENS, model: 'gpt-4o-mini', provider: '' }, AT)).toEqual({
      cost: null,
      reason: 'the prices of provider  are not known',
    });
  });

  test('is higher for input that is cached for an hour', async () => {
    const usage = { model: 'claude-sonnet-4-5', input_tokens: 1_000_000, output_tokens: 0, cache_write_tokens: 1000 };
    expect(await costOf({ ...usage, cache_write_1h_tokens: 1000 })).toBeGreaterThan((await costOf(usage)) ?? Infinity);
  });

  test('is unknown for a model that its provider does not list', async () => {
    expect(await modelPrices({ ...TOKENS, model: 'gpt-4o-mini', provider: 'anthropic' }, AT)).toEqual({
      cost: null,
      reason: 'provider anthropic lists no price of gpt-4o-mini',
    });
  });

  test('that the list refuses is unknown, and fails nothing', async () => {
    const usage = { model: 'claude-sonnet-4-5', input_tokens: 10, output_tokens: 5, cache_read_tokens: 5000 };
    expect(await modelPrices(usage, AT)).toEqual({
      cost: null,
      reason: expect.stringContaining('the price list refused it: '),
    });
  });

  test('is known for every model that the SDK offers', async () => {
    const models = Object.values(supportedLlmModels).flat();
    const prices = await Promise.all(models.map(async (model) => [model, await costOf({ ...TOKENS, model })]));
    // Perplexity tells the price of a request in its answer.
    expect(prices.filter(([model, price]) => price === null && !String(model).startsWith('perplexity/'))).toEqual([]);
  });
});

describe('what is not text', () => {
  const priceOf = async (model: string, input: number, output: number, details?: UsageDetails) => {
    const usage = { model, provider: model.startsWith('gemini') ? 'google' : 'openai', input_tokens: input };
    return await modelPrices({ ...usage, output_tokens: output, ...(details === undefined ? {} : { details }) }, AT);
  };
  const AUDIO = { input_audio_tokens: 1000, output_audio_tokens: 250 };

  test.each<[string, number, number, UsageDetails, number]>([
    // By hand, from the providers' pages: text 2.5 and 10, audio 32 and 64 dollars for a million tokens.
    ['gpt-audio', 1200, 750, AUDIO, 0.0005 + 0.032 + 0.005 + 0.016],
    ['gemini-2.5-flash', 1000, 0, { input_audio_tokens: 600 }, 0.000_12 + 0.0006],
    ['gemini-2.5-pro', 1000, 0, { input_audio_tokens: 600 }, 0.001_25],
    ['gemini-2.5-flash-image', 0, 1290, { output_image_tokens: 1290 }, 0.0387],
    ['gpt-image-1', 50, 4160, { input_image_tokens: 0, output_image_tokens: 4160 }, 0.000_25 + 0.1664],
    ['gpt-image-1', 550, 4160, { input_image_tokens: 500, output_image_tokens: 4160 }, 0.000_25 + 0.005 + 0.1664],
    ['gpt-image-1.5', 0, 1000, { output_image_tokens: 900 }, 0.0288 + 0.001],
    ['gpt-4.1', 1000, 0, { web_searches: 3 }, 0.002 + 0.03],
    ['gpt-4o', 1000, 0, { input_image_tokens: 900 }, 0.0025],
  ])('of %s has a price of its own', async (model, input, output, details, cost) => {
    expect((await priceOf(model, input, output, details)).cost).toBeCloseTo(cost, 12);
  });

  test.each<[string, UsageDetails | undefined, string]>([
    ['gpt-4o-audio-preview', AUDIO, 'the price list has no price of audio input of gpt-4o-audio-preview'],
    ['gpt-4o', { output_image_tokens: 5 }, 'the price list has no price of image output of gpt-4o'],
    ['gemini-2.5-flash', { web_searches: 1 }, 'the price list has no price of web searches of gemini-2.5-flash'],
    [
      'gpt-audio',
      undefined,
      'the call did not report which tokens were audio, which has a price of its own, of gpt-audio',
    ],
  ])('of %s is unknown where the list has no price of it', async (model, details, reason) => {
    expect(await priceOf(model, 1000, 1000, details)).toEqual({ cost: null, reason });
  });

  test('that was cached is known where the call reports it, or the list has no price of it', async () => {
    const cached = { cache_read_tokens: 100, input_tokens: 1000, output_tokens: 0 };
    const heard = { input_audio_tokens: 500, output_audio_tokens: 0 };
    const gemini = { ...cached, model: 'gemini-2.5-flash', provider: 'google' };
    expect(await modelPrices({ ...gemini, details: heard }, AT)).toEqual({
      cost: null,
      reason: 'the call did not report which of its cached tokens were text of gemini-2.5-flash',
    });
    // 400 tokens of text at 0.3 dollars for a million, 100 cached at 0.03, and 500 of audio at 1.
    const split = { ...heard, cache_audio_read_tokens: 0 };
    expect(await costOf({ ...gemini, details: split })).toBeCloseTo(0.000_623, 12);
    const audio = { ...cached, model: 'gpt-audio', provider: 'openai', details: heard };
    expect(await costOf(audio)).toBeCloseTo(0.001_25 + 0.016, 12);
  });

  test('is unknown for what no list has, and for discounts that do not hold for it', async () => {
    const usage = { ...TOKENS, model: 'gpt-4.1', provider: 'openai' };
    expect(await modelPrices({ ...usage, unpriced: 'code_interpreter_call' }, AT)).toEqual({
      cost: null,
      reason: 'the price of code_interpreter_call is not known',
    });
    expect(await modelPrices({ ...usage, batch: true, details: { web_searches: 1 } }, AT)).toEqual({
      cost: null,
      reason: 'the discount does not hold for the searches of gpt-4.1',
    });
    expect(await modelPrices({ ...TOKENS, model: 'sonar', provider: 'perplexity' }, AT)).toEqual({
      cost: null,
      reason: 'the answer did not tell the price of a request of sonar',
    });
  });
});

test('DeepSeek charges its lower price on all hours of a weekend', async () => {
  const costAt = async (at: string) =>
    (await modelPrices({ ...TOKENS, model: 'deepseek/deepseek-v4-pro' }, new Date(at))).cost;
  const [peak, night] = [await costAt('2026-11-27T02:00:00Z'), await costAt('2026-11-27T12:00:00Z')];
  expect([peak, night]).toEqual([expect.closeTo(1.32, 9), expect.closeTo(0.66, 9)]);
  expect([await costAt('2026-11-28T02:00:00Z'), await costAt('2026-11-29T09:00:00Z')]).toEqual([night, night]);
  // Before, they had the hours of other days.
  expect(await costAt('2026-08-22T02:00:00Z')).toBe(peak);
});

describe('a price outside of the list', () => {
  const USAGE = { ...TOKENS, model: 'gpt-4o-mini', provider: 'openai' };
  const reasonOf = async (usage: Partial<PricedUsage>) => await modelPrices({ ...USAGE, ...usage }, AT);
  const unknown = (reason: string) => ({ cost: null, reason });

  test.each(['', 'auto', 'default', 'standard', 'standard_only', 'on_demand', 'onDemand'])(
    'is not that of the tier %j',
    async (service_tier) => {
      expect(await reasonOf({ service_tier })).toEqual({ cost: 0.15, provider: 'openai' });
    },
  );

  test('is half for batches and the tier flex of OpenAI', async () => {
    const half = { cost: 0.075, provider: 'openai' };
    expect(await reasonOf({ batch: true })).toEqual(half);
    expect(await reasonOf({ service_tier: 'Batch' })).toEqual(half);
    expect(await reasonOf({ service_tier: 'flex' })).toEqual(half);
    expect(await reasonOf({ batch: false, cache_read_tokens: 0 })).toEqual({ cost: 0.15, provider: 'openai' });
  });

  test.each([
    ['azure', 'gpt-4o-mini', { batch: true }],
    ['azure', 'gpt-4o-mini', { service_tier: 'flex' }],
    ['google', 'gemini-2.5-flash', { batch: true }],
    ['anthropic', 'claude-sonnet-4-5', { batch: true }],
  ])('is half at %s for %s with %o', async (provider, model, cheaper) => {
    const whole = await reasonOf({ provider, model });
    expect((await reasonOf({ provider, model, ...cheaper })).cost).toBeCloseTo((whole.cost ?? NaN) / 2, 9);
  });

  test('is unknown where a discount may not apply to cached tokens', async () => {
    const batch = unknown('openai has no known price of cached tokens in a batch');
    expect(await reasonOf({ batch: true, cache_read_tokens: 1 })).toEqual(batch);
    expect(await reasonOf({ batch: true, cache_write_tokens: 1 })).toEqual(batch);
    expect(await reasonOf({ service_tier: 'flex', cache_read_tokens: 1 })).toEqual(
      unknown('openai has no known price of cached tokens in the tier flex'),
    );
  });

  test('is unknown for providers without one for all models', async () => {
    const mistral = { model: 'mistral-small-latest', provider: 'mistral' };
    expect(await reasonOf({ ...mistral, batch: true })).toEqual(unknown('mistral has no known price of batches'));
    expect(await reasonOf({ model: 'grok-4', provider: 'x_ai', batch: true })).toEqual(
      unknown('x-ai has no known price of batches'),
    );
    expect(await reasonOf({ ...mistral, service_tier: 'flex' })).toEqual(
      unknown('mistral has no known price of the tier flex'),
    );
    expect(await reasonOf({ service_tier: 'Priority' })).toEqual(
      unknown('the price of service tier priority is not known'),
    );
  });

  test('is known for batches with cached tokens of Anthropic', async () => {
    const claude = { model: 'claude-3-5-haiku-latest', provider: 'anthropic', cache_read_tokens: 1_000_000 };
    const whole = await modelPrices({ ...TOKENS, ...claude }, AT);
    const batch = await modelPrices({ ...TOKENS, ...claude, batch: true }, AT);
    expect(batch.cost).toBeCloseTo((whole.cost ?? NaN) / 2, 9);
  });
});
