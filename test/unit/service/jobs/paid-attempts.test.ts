import { expect, test } from 'vitest';
import type { EvaluationProgress } from '../../../../src/contract/evaluations/evaluation-progress.ts';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import { modelPrices } from '../../../../src/runtime/tracing/model-prices.ts';
import { endAfterReport } from '../../../helpers/end-after-report.ts';
import { hostWorkflow } from '../../../helpers/host-workflow.ts';
import { startEvaluations } from '../../../helpers/start-evaluations.ts';
import { startModelServer } from '../../../helpers/start-model-server.ts';

const TOOLS = {
  ...NO_TOOLS,
  priceModel: async (usage: Parameters<typeof modelPrices>[0]) => (await modelPrices(usage, new Date())).cost,
};
/** 3,000 tokens of gpt-4o for 0.0075 USD: 1,000 in and 500 out. */
const USAGE = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };
const RATE = { batch_size: 4, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
const rowsOf = (how: string, end: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `${how} ${end} ${index}`, correct_answer: 'OK' }));

const secondsFor = (end: string) => (end === 'hang' ? 1 : 60);

async function startPaid() {
  const models = await startModelServer([{ content: 'Hello.', usage: USAGE, model: 'gpt-4o' }]);
  const workflow = await hostWorkflow('paid.ts', { variables: { MODELS: models.baseUrl } });
  const world = await startEvaluations({ hosting: endAfterReport(workflow.hosting), tools: TOOLS });
  return {
    models,
    world,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await workflow[Symbol.asyncDispose]();
      await models[Symbol.asyncDispose]();
    },
  };
}

// A process that ends is asked once more, alone: both attempts are paid for.
test.each([
  ['own', 'throw', 1],
  ['seen', 'throw', 1],
  ['own', 'hang', 1],
  ['seen', 'hang', 1],
  ['own', 'exit', 2],
  ['seen', 'exit', 2],
])('a row that paid by a model (%s) and ends with %s has its cost and tokens', async (how, end, attempts) => {
  await using paid = await startPaid();
  const options = { call_seconds: secondsFor(end) };
  const { id } = await paid.world.run(rowsOf(how, end, 1), { options, rate_limit: RATE });
  const cost = 0.0075 * attempts;
  const [row] = await paid.world.readRows(id);
  expect(row?.outputs[0]).toMatchObject({ result: { type: 'error' }, cost: expect.closeTo(cost, 9), latency: null });
  const tokens = how === 'own' ? [10, 5] : [1000, 500];
  expect(row?.outputs[0]?.usage).toMatchObject([
    { calls: attempts, input_tokens: tokens[0]! * attempts, output_tokens: tokens[1]! * attempts },
  ]);
  expect(await paid.world.read(id)).toMatchObject({
    total_cost: { type: 'cost', value: expect.closeTo(cost, 9) },
    failed_cost: { type: 'cost', value: expect.closeTo(cost, 9) },
  });
});

test.each(['throw', 'hang'])('calls that pay and then %s stop at the cost limit', async (end) => {
  await using paid = await startPaid();
  const options = { max_cost: 0.03, call_seconds: secondsFor(end) };
  const { status, id } = await paid.world.run(rowsOf('seen', end, 12), { options, rate_limit: RATE });
  expect(status).toMatchObject({ value: 'EVALUATION_CANCELLED', error: { code: 'cost_limit' } });
  expect(paid.models.requests).toHaveLength(4);
  await paid.world.service.send('POST', `/evaluations/${id}/resume`, { body: { limits: { max_cost: 0.045 } } });
  await paid.world.service.service.whenIdle();
  // It continues with what was spent.
  expect(paid.models.requests).toHaveLength(6);
  expect((await paid.world.json<EvaluationProgress>(`/evaluations/${id}/events`)).cost).toBeCloseTo(0.045, 9);
});

test('calls that pay and then end their process stop at the cost limit', async () => {
  await using paid = await startPaid();
  const { status } = await paid.world.run(rowsOf('seen', 'exit', 12), {
    options: { max_cost: 0.03 },
    rate_limit: RATE,
  });
  expect(status).toMatchObject({ value: 'EVALUATION_CANCELLED', error: { code: 'cost_limit' } });
  // A row pays for two attempts, so the limit has no room for another after three.
  expect(paid.models.requests.length).toBeLessThanOrEqual(4);
});

test('a call that is too slow before it called a model has an unknown cost, and the total is a lower bound', async () => {
  await using paid = await startPaid();
  const rows = [...rowsOf('none', 'hang', 1), ...rowsOf('own', 'ok', 1)];
  const { id } = await paid.world.run(rows, { options: { call_seconds: 1 }, rate_limit: RATE });
  expect((await paid.world.readRows(id)).map(({ outputs: [output] }) => output?.cost)).toEqual([null, 0.0075]);
  expect((await paid.world.read(id)).total_cost).toEqual({
    type: 'cost',
    value: 0.0075,
    error: { message: 'The cost of 1 of 2 rows is not known.' },
  });
});

test('of 40 rows that are paid for, the half that fails is a part of the total', async () => {
  await using paid = await startPaid();
  const rows = [...rowsOf('own', 'ok', 20), ...rowsOf('own', 'throw', 20)];
  const evaluation = await paid.world.run(rows, { rate_limit: RATE });
  expect(evaluation).toMatchObject({
    total_cost: { value: expect.closeTo(0.3, 9) },
    failed_cost: { value: expect.closeTo(0.15, 9) },
    average_cost: { value: expect.closeTo(0.0075, 9) },
  });
  expect(await paid.world.json(`/evaluations/${evaluation.id}/events`)).toMatchObject({
    cost: expect.closeTo(0.3, 9),
    failed_cost: expect.closeTo(0.15, 9),
    unpriced: 0,
  });
});

test('calls that a stop cuts short are paid for, though their rows have no result', async () => {
  await using paid = await startPaid();
  const id = await paid.world.start(rowsOf('seen', 'hang', 4), { rate_limit: RATE });
  await expect.poll(() => paid.models.requests.length).toBe(4);
  await paid.world.service.send('POST', `/evaluations/${id}/cancel`, { body: {} });
  await paid.world.service.service.whenIdle();
  const progress = await paid.world.json<EvaluationProgress>(`/evaluations/${id}/events`);
  expect(progress).toMatchObject({ done: 0, cost: expect.closeTo(0.03, 9), failed_cost: expect.closeTo(0.03, 9) });
});
