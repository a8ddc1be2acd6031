import { expect, test } from 'vitest';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import { modelPrices } from '../../../../src/runtime/tracing/model-prices.ts';
import { startEvaluations } from '../../../helpers/start-evaluations.ts';
import { startModelServer } from '../../../helpers/start-model-server.ts';

const ROWS = ['a', 'b', 'c'].map((text) => ({ text, correct_answer: text.toUpperCase() }));
const CRITIQUE = { auto_ai_critique: { model: 'gpt-4o-mini' } };
const TWICE = { auto_ai_critique: { model: 'gpt-4o-mini', votes: 2 } };
const GOOD = { content: { explanation: 'Loud.', score: 8 } };

const toolsWith = (environment: Readonly<Record<string, string>>) => ({
  ...NO_TOOLS,
  environment: async () => environment,
  priceModel: async (usage: Parameters<typeof modelPrices>[0]) =>
    (await modelPrices(usage, new Date('2026-01-01T00:00:00Z'))).cost,
});

/** 1,000 input tokens at 0.15 USD and 100 output tokens at 0.60 USD a million. */
const COST = 1000 * 0.15e-6 + 100 * 0.6e-6;

test("an evaluation's judges count for the key that started it, and rows beyond its limit fail", async () => {
  await using models = await startModelServer([GOOD]);
  await using world = await startEvaluations({ tools: toolsWith({ OPENAI_BASE_URL: models.baseUrl }) });
  const { db } = world.service.store;
  await db.updateTable('keys').set({ model_call_limit: 2 }).where('name', '=', 'the operator').execute();
  const evaluation = await world.run(ROWS, {}, CRITIQUE);
  const rows = await world.readRows(evaluation.id);
  const results = rows.map(({ results: [judged] }) => judged?.result.error?.message ?? judged?.result.value);
  expect(results).toEqual(
    expect.arrayContaining([8, 8, expect.stringContaining('The key "the operator" may make 2 model calls a day')]),
  );
  expect(models.requests).toHaveLength(2);
  const stored = await db.selectFrom('keys').innerJoin('key_model_calls', 'key_id', 'keys.id').selectAll().execute();
  expect(stored.map(({ name, calls }) => [name, calls])).toEqual([['the operator', 2]]);
});

test("a judge's cost is shown with its score and not added to the route's", async () => {
  await using models = await startModelServer([GOOD]);
  await using world = await startEvaluations({ tools: toolsWith({ OPENAI_BASE_URL: models.baseUrl }) });
  const evaluation = await world.run(ROWS, {}, CRITIQUE);
  expect(evaluation.aggregated_results[0]?.result).toEqual({
    type: 'number',
    value: 8,
    cost: expect.closeTo(3 * COST, 12),
  });
  const progress = await world.json(`/evaluations/${evaluation.id}/events`);
  expect(progress).toMatchObject({ judge_calls: 3, judge_cost: expect.closeTo(3 * COST, 12) });
  expect(evaluation.total_cost).toEqual({ type: 'cost', value: expect.closeTo(0.003, 12) });
  const [row] = await world.readRows(evaluation.id);
  expect(row?.results[0]?.result).toEqual({
    type: 'number',
    value: 8,
    reason: 'Loud.',
    cost: expect.closeTo(COST, 12),
    calls: 1,
  });
});

test('judges are planned, by what earlier scores cost', async () => {
  await using models = await startModelServer([GOOD]);
  await using world = await startEvaluations({ tools: toolsWith({ OPENAI_BASE_URL: models.baseUrl }) });
  const plan = async (rows: readonly Record<string, string>[]) => {
    return (await world.plan(rows, {}, TWICE))[0];
  };
  expect(await plan(ROWS)).toMatchObject({ calls: 3, judge_scores: 3, judge_calls: 6, judge_cost: null });
  const { id } = await world.run(ROWS, {}, TWICE);
  expect(models.requests).toHaveLength(6);
  expect(await world.json(`/evaluations/${id}/events`)).toMatchObject({ judge_calls: 6 });
  const more = [...ROWS, { text: 'd', correct_answer: 'D' }];
  expect(await plan(more)).toMatchObject({
    calls: 1,
    cached: 3,
    judge_scores: 1,
    judge_calls: 2,
    judge_cost: expect.closeTo(2 * COST, 12),
    // Three scores do not show how much a dear one costs.
    judge_cost_interval: [expect.closeTo(2 * COST, 12), null],
  });
});

test('a cost limit counts judges', async () => {
  await using models = await startModelServer([GOOD]);
  await using world = await startEvaluations({ tools: toolsWith({ OPENAI_BASE_URL: models.baseUrl }) });
  const rate_limit = { batch_size: 1, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
  // Calls cost 0.001 each: the limit allows two rows with their judges, and three without.
  const evaluation = await world.run(ROWS, { options: { max_cost: 0.003 }, rate_limit }, CRITIQUE);
  expect(evaluation.status).toMatchObject({ value: 'EVALUATION_CANCELLED', error: { code: 'cost_limit' } });
  expect(models.requests).toHaveLength(2);
});

test('one row of unknown cost makes the sum unknown', async () => {
  let asked = 0;
  await using models = await startModelServer(() => ({ ...GOOD, ...((asked += 1) === 2 ? { usage: null } : {}) }));
  await using world = await startEvaluations({ tools: toolsWith({ OPENAI_BASE_URL: models.baseUrl }) });
  const { aggregated_results } = await world.run(ROWS, {}, CRITIQUE);
  expect(aggregated_results[0]?.result.cost).toBeNull();
});

test('a model failure is an error of its row only', async () => {
  await using models = await startModelServer(({ body }) =>
    JSON.stringify(body).includes('Output: B') ? { status: 400, text: '{"error":{"message":"too long"}}' } : GOOD,
  );
  await using world = await startEvaluations({ tools: toolsWith({ OPENAI_BASE_URL: models.baseUrl }) });
  const evaluation = await world.run(ROWS, {}, CRITIQUE);
  expect(evaluation.status.value).toBe('EVALUATION_FINISHED_WITH_ERRORS');
  const rows = await world.readRows(evaluation.id);
  expect(rows.map(({ results }) => results[0]?.result.value)).toEqual([8, null, 8]);
  expect(rows[1]?.results[0]?.result.error?.message).toContain('400 too long');
});

test("an evaluation's own keys are used for it and stored sealed", async () => {
  await using models = await startModelServer([GOOD]);
  await using world = await startEvaluations();
  const keys = { OPENAI_API_KEY: 'sk-very-secret', OPENAI_BASE_URL: models.baseUrl };
  await world.run(ROWS, { lm_providers_keys: keys }, CRITIQUE);
  expect(new Set(models.requests.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer sk-very-secret']),
  );
  const stored = await world.service.store.db.selectFrom('evaluations').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain('very-secret');
});

test('a judge without a model is refused before the first call', async () => {
  await using world = await startEvaluations();
  await expect(world.run(ROWS, {}, CRITIQUE)).rejects.toThrow(
    /answered 422: .*OpenAI API key is required to run one or more of the specified evaluators/,
  );
  expect(world.calls).toEqual([]);
});
