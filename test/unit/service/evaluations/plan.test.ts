import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import type { EvaluatorConfig } from '../../../../src/contract/evaluators/evaluator.ts';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import { createSlices } from '../../../../src/http/create-slices.ts';
import { forecastJudges } from '../../../../src/service/evaluations/plan/judge-forecast.ts';
import { planEvaluation, type PlannedJob } from '../../../../src/service/evaluations/plan/plan-evaluation.ts';
import { answerColumns } from '../../../../src/service/evaluations/scenario-records.ts';
import type { Hosting } from '../../../../src/service/hosting/hosting.ts';
import type { ServiceTools } from '../../../../src/service/operation/operation.ts';
import { scoreOf } from '../../../helpers/evaluation-records.ts';

const ROUTE: RouteSchema = {
  path: '/',
  name: 'default',
  config: { type: 'object', properties: { words: { type: 'integer', default: 50 } } },
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  output: null,
  defaults: { words: 50 },
};
const OPEN = { ...ROUTE, path: '/open', name: 'open', input: null };

const config = (id: string, evaluator_key: string, settings_values: Record<string, unknown> | null = null) =>
  ({ id, evaluator_key, settings_values }) as EvaluatorConfig; // what is read of it

const job = (more: Partial<PlannedJob> = {}): PlannedJob => ({
  id: 'e',
  parameters: { words: 9 },
  deployment: { id: 'd', app_id: 'a', app_name: 'support', artifact_sha256: 'sha', url: null },
  routes: [ROUTE],
  evaluatorCode: null,
  route: null,
  correctAnswerColumn: null,
  evaluatorConfigs: [],
  providerKeys: {},
  startedByKey: null,
  rateLimit: { batch_size: 2, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
  options: {},
  createdAt: '2026-11-01T00:00:00.000Z',
  ...more,
});

const noHosting = {} as Hosting; // called by evaluators of the project alone
const tools: ServiceTools = {
  ...NO_TOOLS,
  readVariables: async () => ({}),
  fingerprint: async (text) => text,
  slices: createSlices(),
};
const plan = (more: Partial<PlannedJob> = {}) => planEvaluation(job(more), tools, noHosting);

test.each([
  [{ options: { fresh: true } }, 'sha'],
  [{ deployment: { id: 'd', app_id: 'a', app_name: 'x', artifact_sha256: null, url: 'https://x' } }, 'evaluation:e'],
])('outputs are for one evaluation only where nobody knows the code: %j', async (more, code) => {
  expect((await plan(more)).code).toBe(code);
});

test.each([
  [null, [ROUTE, OPEN], '/'],
  [null, [OPEN], '/open'],
  ['/open', [ROUTE, OPEN], '/open'],
])('the route %j is chosen', async (route, routes, path) => {
  expect((await plan({ route, routes })).route.path).toBe(path);
});

test.each([
  ['/none', [ROUTE, OPEN], 'The deployed code has no route /none. It has: /, /open.'],
  ['/none', [OPEN], 'The deployed code has no route /none. It has: /open.'],
  [null, [OPEN, { ...OPEN, path: '/other' }], 'The deployed code has no route /. It has: /open, /other.'],
])('a route that is not there is named with those that are: %j', async (route, routes, message) => {
  await expect(plan({ route, routes })).rejects.toThrow(expect.objectContaining({ code: 'WF_NOT_FOUND', message }));
});

const ROW = { text: 'a', correct_answer: 'A', label: 'B', other: 'C' };

test.each([
  [[], null, ['text', 'label', 'other']],
  [[config('c', 'auto_exact_match')], null, ['text', 'label', 'other']],
  [[config('c', 'auto_exact_match')], 'label', ['text', 'correct_answer', 'other']],
  [[config('c', 'auto_exact_match', { correct_answer_key: 'other' })], 'label', ['text', 'correct_answer']],
  [[], 'label', ['text', 'correct_answer', 'other']],
])(
  'a route without a schema gets no expected answers: %j, %j',
  async (evaluatorConfigs, correctAnswerColumn, columns) => {
    const { toInput } = await plan({ routes: [OPEN], evaluatorConfigs, correctAnswerColumn });
    expect(Object.keys(toInput(ROW))).toEqual(columns);
  },
);

test.each([
  ['the default column without evaluators', [], null, ['correct_answer']],
  ['the default column of evaluators that do not compare', [config('c', 'plausibleTeam')], null, ['correct_answer']],
  ['the default column', [config('c', 'auto_exact_match')], null, ['correct_answer']],
  ['the chosen column', [config('c', 'auto_exact_match', {})], 'label', ['label']],
  ['the chosen column, although nothing compares with it', [config('c', 'auto_contains')], 'label', ['label']],
  [
    "an evaluator's own column, and the chosen one",
    [config('c', 'auto_exact_match', { correct_answer_key: 'own' }), config('d', 'auto_exact_match')],
    'label',
    ['own', 'label'],
  ],
  [
    'a column that is named as one of the test case',
    [config('c', 'auto_exact_match', { correct_answer_key: 'testcase.own' })],
    'testcase.a.testcase.b',
    ['own', 'a.testcase.b'],
  ],
  [
    'the default instead of a column that is no text',
    [config('c', 'auto_exact_match', { correct_answer_key: 1 })],
    null,
    ['correct_answer'],
  ],
])('the columns of expected answers are %s', (_, configs, chosen, columns) => {
  expect([...answerColumns(configs, chosen)]).toEqual(columns);
});

test('evaluators compare with the column of the evaluation, unless they have one of their own', async () => {
  const { evaluators } = await plan({
    correctAnswerColumn: 'label',
    evaluatorConfigs: [
      config('c', 'auto_exact_match'),
      config('d', 'auto_exact_match', { correct_answer_key: 'other' }),
    ],
  });
  const verdicts = evaluators.map(async ({ score }) => (await score({ output: 'B', row: ROW })).value);
  expect(await Promise.all(verdicts)).toEqual([true, false]);
});

test('an evaluator that does not exist is refused', async () => {
  await expect(plan({ evaluatorConfigs: [config('c', 'none')] })).rejects.toThrow(
    expect.objectContaining({ code: 'WF_NOT_FOUND' }),
  );
});

const CRITIQUE = scoreOf('critique', 1, { prompt: 'Judge.' }).evaluator_config;
const OWN = scoreOf('own', 1).evaluator_config;

const pastOf = (config: typeof CRITIQUE, costs: readonly (number | null)[]) =>
  costs.map((cost) => ({ config, result: { type: 'number' as const, value: 1, cost } }));

test('judges are forecast by the mean cost of their earlier scores', () => {
  const wanted = [{ config: CRITIQUE, scores: 10, modelCalls: 3 }];
  const forecast = forecastJudges(wanted, pastOf(CRITIQUE, [0.01, 0.03, null]));
  expect(forecast).toMatchObject({ judge_scores: 10, judge_calls: 30 });
  expect(forecast.judge_cost).toBeCloseTo(0.2, 12);
  // Two scores do not limit how much others cost.
  expect(forecast.judge_cost_interval).toEqual([0, null]);
});

test('equal settings are one judge, whatever it is called, and other settings are another', () => {
  const wanted = [{ config: CRITIQUE, scores: 2, modelCalls: 1 }];
  const renamed = { ...CRITIQUE, id: 'x', name: 'x' };
  expect(forecastJudges(wanted, pastOf(renamed, [0.01, 0.01])).judge_cost).toBeCloseTo(0.02, 12);
  const changed = { ...CRITIQUE, settings_values: { prompt: 'Judge well.' } };
  expect(forecastJudges(wanted, pastOf(changed, [0.01]))).toMatchObject({
    judge_scores: 2,
    judge_calls: 2,
    judge_cost: null,
    judge_cost_interval: null,
  });
});

test("an evaluator of the project's own is a judge if an earlier score of it had a cost", () => {
  const wanted = [{ config: OWN, scores: 5, modelCalls: 0 }];
  const none = { judge_scores: 0, judge_calls: 0, judge_cost: 0, judge_cost_interval: [0, 0] };
  expect(forecastJudges(wanted, [])).toEqual(none);
  expect(forecastJudges(wanted, pastOf(OWN, [null]))).toEqual(none);
  expect(forecastJudges(wanted, pastOf(CRITIQUE, [0.5]))).toEqual(none);
  expect(forecastJudges(wanted, pastOf(OWN, [0.5]))).toEqual({
    judge_scores: 5,
    judge_calls: 5,
    judge_cost: 2.5,
    judge_cost_interval: null,
  });
});

test('several judges are added up, and one of unknown cost makes the sum unknown', () => {
  const wanted = [
    { config: CRITIQUE, scores: 4, modelCalls: 2 },
    { config: OWN, scores: 3, modelCalls: 1 },
  ];
  const both = [...pastOf(CRITIQUE, [0.1, 0.1]), ...pastOf(OWN, [1, 1])];
  const forecast = forecastJudges(wanted, both);
  expect(forecast).toMatchObject({ judge_scores: 7, judge_calls: 11 });
  expect(forecast.judge_cost).toBeCloseTo(3.4, 12);
  expect(forecast.judge_cost_interval).toEqual([expect.closeTo(3.4, 9), null]);
  const known = pastOf(CRITIQUE, [0.1, 0.1]);
  expect(forecastJudges(wanted, known)).toMatchObject({ judge_calls: 11, judge_cost: null, judge_cost_interval: null });
});
