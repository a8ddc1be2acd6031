import { createHash } from 'node:crypto';
import { test } from 'vitest';
import type { EvaluationOptions } from '../../../../src/contract/evaluations/evaluation.ts';
import type { EvaluationProgress } from '../../../../src/contract/evaluations/evaluation-progress.ts';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import { modelPrices } from '../../../../src/runtime/tracing/model-prices.ts';
import { evaluationRowView } from '../../../../src/ui/evaluations/evaluation-row-views.ts';
import { endAfterReport } from '../../../helpers/end-after-report.ts';
import { hostWorkflow } from '../../../helpers/host-workflow.ts';
import { startEvaluations, TEXT_ROUTE } from '../../../helpers/start-evaluations.ts';
import { startModelServer } from '../../../helpers/start-model-server.ts';

const priceModel = async (usage: Parameters<typeof modelPrices>[0]) => (await modelPrices(usage, new Date())).cost;
/** 0.0075 USD of gpt-4o. */
const USAGE = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };
const RATE = { batch_size: 4, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
const TONE = { path: '/tone', name: 'tone', config: null, input: null, output: null, defaults: {} };

/** A service whose workflow has an evaluator of its own that pays as the column `judge` says. */
async function startJudged() {
  const models = await startModelServer([{ content: 'Quite good.', usage: USAGE, model: 'gpt-4o' }]);
  const workflow = await hostWorkflow('paid.ts', { variables: { MODELS: models.baseUrl } });
  const hanging: string[] = [];
  const hosting = endAfterReport(workflow.hosting, hanging);
  const world = await startEvaluations({ hosting, tools: { ...NO_TOOLS, priceModel } });
  const code = new TextEncoder().encode('export const createApp = 1;');
  const artifact_sha256 = createHash('sha256').update(code).digest('hex');
  await world.service.send('PUT', `/artifacts/${artifact_sha256}`, { body: code });
  const [app] = await world.json<{ app_id: string }[]>('/apps');
  const evaluators = { artifact_sha256, schemas: [TONE] };
  const body = { variant_name: 'main', artifact_sha256, routes: [TEXT_ROUTE], sdk_version: '0.1.0', evaluators };
  const deployed = await world.service.send('POST', `/apps/${app?.app_id}/deployments`, { body });
  if (deployed.status !== 200) throw new Error(`The deploy is answered with ${deployed.status}.`);
  const rowsOf = (judge: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ text: `own ok ${index}`, judge: `${judge} ${index}` }));
  return {
    models,
    world,
    /** Calls of the evaluator that hang. */
    hanging,
    start: async (judge: string, count: number, options: EvaluationOptions = {}) =>
      await world.start(rowsOf(judge, count), { options, rate_limit: RATE }, { tone: {} }),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await workflow[Symbol.asyncDispose]();
      await models[Symbol.asyncDispose]();
    },
  };
}

// At the same time: they wait for calls that hang. A process that ends is asked once more, alone: both attempts are paid for.
test.concurrent.for([
  ['own ok', 0.0075],
  ['seen throw', 0.0075],
  ['own hang', 0.0075],
  ['seen hang', 0.0075],
  ['own exit', 0.015],
  ['none ok', undefined],
  ['none throw', undefined],
  ['none hang', null],
] as const)('an evaluator of the project that ends with %s costs %s', async ([judge, cost], { expect }) => {
  await using judged = await startJudged();
  const id = await judged.start(judge, 1, { call_seconds: judge.endsWith('hang') ? 1 : 60 });
  await judged.world.service.service.whenIdle();
  const [row] = await judged.world.readRows(id);
  const result = row?.results[0]?.result;
  expect(result?.type).toBe(judge.endsWith('ok') ? 'number' : 'error');
  expect(result?.cost).toEqual(typeof cost === 'number' ? expect.closeTo(cost, 9) : cost);
});

test.concurrent('an evaluator of the project that cannot read its model shows what that answered', async ({
  expect,
}) => {
  await using judged = await startJudged();
  const id = await judged.start('seen parse', 1);
  await judged.world.service.service.whenIdle();
  const [row] = await judged.world.readRows(id);
  expect(row?.results[0]?.result.error).toMatchObject({
    message: expect.stringContaining('tone: Unexpected token'),
    model_answer: 'Quite good.',
  });
  const view = evaluationRowView(await judged.world.read(id), { ...row!, row: 1 });
  expect(JSON.stringify(view)).toContain('"label":"model answer"');
});

test.concurrent('evaluators of the project that pay and then fail stop at the cost limit', async ({ expect }) => {
  await using judged = await startJudged();
  const id = await judged.start('seen throw', 12, { max_cost: 0.06 });
  await judged.world.service.service.whenIdle();
  expect((await judged.world.read(id)).status).toMatchObject({
    value: 'EVALUATION_CANCELLED',
    error: { code: 'cost_limit' },
  });
  expect(judged.models.requests).toHaveLength(4);
});

test.concurrent.for([
  ['seen hang', 0, 0.06],
  ['own hang', 0, 0.06],
  // Nobody knows whether they called a model.
  ['none hang', 4, 0.03],
] as const)('judges with %s that a cancellation cuts short cost what they reported', async (reported, { expect }) => {
  const [judge, unpriced, cost] = reported;
  await using judged = await startJudged();
  const id = await judged.start(judge, 4);
  await expect.poll(() => judged.hanging.length).toBe(4);
  await judged.world.service.send('POST', `/evaluations/${id}/cancel`, { body: {} });
  await judged.world.service.service.whenIdle();
  const progress = await judged.world.json<EvaluationProgress>(`/evaluations/${id}/events`);
  expect(progress).toMatchObject({ done: 0, unpriced, cost: expect.closeTo(cost, 9) });
});
