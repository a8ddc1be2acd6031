import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import type { EvaluatorConfig } from '../../../../src/contract/evaluators/evaluator.ts';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import { planEvaluation, type PlannedJob } from '../../../../src/service/evaluations/plan/plan-evaluation.ts';
import { answerColumns } from '../../../../src/service/evaluations/to-wire-scenario.ts';
import type { Hosting } from '../../../../src/service/hosting/hosting.ts';
import type { ServiceTools } from '../../../../src/service/operation/operation.ts';

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
  ...more,
});

const noHosting = {} as Hosting; // called by evaluators of the project alone
const tools = NO_TOOLS as ServiceTools;
const plan = (more: Partial<PlannedJob> = {}) => planEvaluation(job(more), tools, noHosting);

test.each([
  [{ options: { fresh: true } }, 'evaluation:e'],
  [{ options: { fresh: false } }, 'sha'],
  [{ deployment: { id: 'd', app_id: 'a', app_name: 'x', artifact_sha256: null, url: 'https://x' } }, 'evaluation:e'],
])('outputs are for one evaluation only where nobody knows the code, or wants others: %j', (more, code) => {
  expect(plan(more).code).toBe(code);
});

test.each([
  [null, [ROUTE, OPEN], '/'],
  [null, [OPEN], '/open'],
  ['/open', [ROUTE, OPEN], '/open'],
])('the route %j is chosen', (route, routes, path) => {
  expect(plan({ route, routes }).route.path).toBe(path);
});

test.each([
  ['/none', [ROUTE, OPEN], 'The deployed code has no route /none. It has: /, /open.'],
  ['/none', [OPEN], 'The deployed code has no route /none. It has: /open.'],
  [null, [OPEN, { ...OPEN, path: '/other' }], 'The deployed code has no route /. It has: /open, /other.'],
])('a route that is not there is named with those that are: %j', (route, routes, message) => {
  expect(() => plan({ route, routes })).toThrow(expect.objectContaining({ code: 'WF_NOT_FOUND', message }));
});

const ROW = { text: 'a', correct_answer: 'A', label: 'B', other: 'C' };

test.each([
  [[], null, ['text', 'correct_answer', 'label', 'other']],
  [[config('c', 'auto_exact_match')], null, ['text', 'label', 'other']],
  [[config('c', 'auto_exact_match')], 'label', ['text', 'correct_answer', 'other']],
  [[config('c', 'auto_exact_match', { correct_answer_key: 'other' })], 'label', ['text', 'correct_answer']],
  [[], 'label', ['text', 'correct_answer', 'other']],
])('a route without a schema gets no expected answers: %j, %j', (evaluatorConfigs, correctAnswerColumn, columns) => {
  const { toInput } = plan({ routes: [OPEN], evaluatorConfigs, correctAnswerColumn });
  expect(Object.keys(toInput(ROW))).toEqual(columns);
});

test.each([
  ['none without evaluators', [], null, []],
  ['none of evaluators that do not compare', [config('c', 'auto_contains')], null, []],
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
  const { evaluators } = plan({
    correctAnswerColumn: 'label',
    evaluatorConfigs: [
      config('c', 'auto_exact_match'),
      config('d', 'auto_exact_match', { correct_answer_key: 'other' }),
    ],
  });
  const verdicts = evaluators.map(async ({ score }) => (await score({ output: 'B', row: ROW })).value);
  expect(await Promise.all(verdicts)).toEqual([true, false]);
});

test('an evaluator that does not exist is refused', () => {
  expect(() => plan({ evaluatorConfigs: [config('c', 'none')] })).toThrow(
    expect.objectContaining({ code: 'WF_NOT_FOUND' }),
  );
});
