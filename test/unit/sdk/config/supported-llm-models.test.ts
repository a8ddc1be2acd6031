import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modelPrices } from '../../../../src/runtime/tracing/model-prices.ts';
import { supportedLlmModels } from '../../../../src/sdk/config/supported-llm-models.ts';

const source = readFileSync('src/sdk/config/supported-llm-models.ts', 'utf8');
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>;
};

test('the list is written from the price list that wf has: otherwise run npm run models', () => {
  expect(source).toContain(`@pydantic/genai-prices ${devDependencies['@pydantic/genai-prices']}.`);
});

test('the list says when it was written', () => {
  expect(source).toMatch(/Written on 20\d\d-\d\d-\d\d by `npm run models`/);
});

test('models that were shut down, or will be, are not offered', () => {
  const offered: readonly string[] = Object.values(supportedLlmModels).flat();
  const announced = ['gpt-4o', 'gpt-4.1-mini', 'gpt-5.1', 'groq/llama-3.3-70b-versatile', 'deepseek/deepseek-chat'];
  const gone = [
    ...announced,
    'gpt-3.5-turbo',
    'gpt-4',
    'gpt-4.1-nano',
    'gpt-5',
    'o3-mini',
    'o4-mini',
    'gemini/gemini-2.0-flash',
  ];
  expect(gone.filter((model) => offered.includes(model))).toEqual([]);
});

test("the templates' default is offered", () => {
  expect(supportedLlmModels['Open AI']).toContain('gpt-6-luna');
});

test('every provider of the list has models', () => {
  expect(Object.entries(supportedLlmModels).map(([name, { length }]) => [name, length > 0])).toEqual(
    [
      'Open AI',
      'Anthropic',
      'Gemini',
      'Mistral AI',
      'Cohere',
      'Groq',
      'DeepSeek',
      'Perplexity AI',
      'xAI',
      'OpenRouter',
    ].map((name) => [name, true]),
  );
});

test('every model of the list has a price', async () => {
  const models = Object.values(supportedLlmModels).flat();
  const at = new Date('2026-11-25T00:00:00Z');
  const prices = models.map(async (model) => {
    const { cost } = await modelPrices({ model, requestedModel: model, input_tokens: 1000, output_tokens: 1000 }, at);
    // Perplexity also charges for each request, and tells how much in its answer.
    return cost === null && !model.startsWith('perplexity/') ? [model] : [];
  });
  expect((await Promise.all(prices)).flat()).toEqual([]);
});

/** @source litellm 1.110.2, by test/fixtures/prices/litellm_costs.py */
const { ends } = JSON.parse(readFileSync('test/fixtures/prices/litellm.json', 'utf8')) as {
  readonly ends: Readonly<Record<string, string>>;
};

test('no model is offered whose end litellm lists for its provider', () => {
  const offered: readonly string[] = Object.values(supportedLlmModels).flat();
  expect(Object.keys(ends)).toContain('gpt-4o');
  expect(offered.filter((model) => Object.hasOwn(ends, model))).toEqual([]);
});
