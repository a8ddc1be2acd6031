import { describe, expect, test } from 'vitest';
import { modelPrices } from '../../../../src/runtime/tracing/model-prices.ts';
import { supportedLlmModels } from '../../../../src/sdk/index.ts';

const AT = new Date('2026-11-20T12:00:00Z');
const TOKENS = { input_tokens: 1_000_000, output_tokens: 0 };

describe('the price of a model call', () => {
  test.each([
    ['a bare id', { model: 'gpt-4o-mini' }, 0.15],
    ['a dated id', { model: 'gpt-4o-mini-2024-07-18' }, 0.15],
    ['an embedding', { model: 'text-embedding-3-small' }, 0.02],
    ['the spelling that gateways use', { model: 'mistral/mistral-small-latest' }, 0.1],
    ['a provider that a tracing library named', { model: 'gpt-4o-mini', provider: 'openai.chat' }, 0.15],
    [
      'the requested model when the answering one is unknown',
      { model: 'internal-7', requestedModel: 'gpt-4o-mini' },
      0.15,
    ],
  ])('is found by %s', async (_how, named, price) => {
    expect(await modelPrices({ ...TOKENS, ...named }, AT)).toBeCloseTo(price, 6);
  });

  test('counts both directions', async () => {
    const usage = { model: 'gpt-4o-mini', input_tokens: 1000, output_tokens: 500 };
    expect(await modelPrices(usage, AT)).toBeCloseTo(0.00045, 8);
  });

  test('is lower for input that the provider had cached', async () => {
    const usage = { ...TOKENS, model: 'gpt-4o-mini' };
    expect(await modelPrices({ ...usage, cached_tokens: 1_000_000 }, AT)).toBeLessThan(
      (await modelPrices(usage, AT)) ?? 0,
    );
  });

  test.each(['no-such-model', 'ours/support-7b', '', '/', 'llama3.1:8b', 'constructor'])(
    'of %j is unknown, which is not 0',
    async (model) => {
      expect(await modelPrices({ ...TOKENS, model }, AT)).toBeNull();
    },
  );

  test('is known for every model that the SDK offers', async () => {
    const models = Object.values(supportedLlmModels).flat();
    const prices = await Promise.all(models.map(async (model) => [model, await modelPrices({ ...TOKENS, model }, AT)]));
    expect(prices.filter(([, price]) => price === null)).toEqual([]);
  });
});
