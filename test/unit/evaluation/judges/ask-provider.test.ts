import { expect, test } from 'vitest';
import { type CountedTokens, createExpenses, priceOf } from '../../../../src/evaluation/judges/ask-provider.ts';
import { type ModelUsage, NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';

const MODELS = { model: 'a-2026', requestedModel: 'a' };

test('expenses add up, until one is unknown', () => {
  const expenses = createExpenses();
  expect([expenses.total(), expenses.calls()]).toEqual([0, 0]);
  expenses.add(0.5);
  expenses.add(0.25);
  expect([expenses.total(), expenses.calls()]).toEqual([0.75, 2]);
  expenses.add(null);
  expenses.add(1);
  expect([expenses.total(), expenses.calls()]).toEqual([null, 4]);
});

test.each<[CountedTokens, Partial<ModelUsage>]>([
  [
    { prompt_tokens: 5, completion_tokens: 7 },
    { input_tokens: 5, output_tokens: 7 },
  ],
  [{ prompt_tokens: 0 }, { input_tokens: 0, output_tokens: 0 }],
  [
    { prompt_tokens: 5, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 4 } },
    { input_tokens: 5, output_tokens: 7, cache_read_tokens: 4 },
  ],
  [
    { prompt_tokens: 5, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 6 } },
    { input_tokens: 5, output_tokens: 7, cache_read_tokens: 5 },
  ],
])('a call with the tokens %j is priced by %j', async (counted, usage) => {
  const priced: ModelUsage[] = [];
  const priceModel = async (one: ModelUsage) => {
    priced.push(one);
    return 0.5;
  };
  expect(await priceOf({ ...NO_TOOLS, priceModel }, MODELS, counted)).toBe(0.5);
  expect(priced).toEqual([{ ...MODELS, ...usage }]);
});

test.each([null, undefined, {}, { prompt_tokens: null, completion_tokens: 5 }])(
  'a call with the tokens %j has no price',
  async (counted) => {
    const priceModel = async () => 0.5;
    expect(await priceOf({ ...NO_TOOLS, priceModel }, MODELS, counted)).toBeNull();
  },
);
