import { expect, test } from 'vitest';
import type { EvaluatorConfig } from '../../../../../src/contract/evaluators/evaluator.ts';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';
import { NO_TOOLS } from '../../../../../src/evaluation/judges/evaluator-tools.ts';
import { cellKeys, scoreKeys } from '../../../../../src/evaluation/hashing/content-keys.ts';
import { planEvaluation, type PlannedJob } from '../../../../../src/service/evaluations/plan/plan-evaluation.ts';
import type { HostedQuestion, Hosting } from '../../../../../src/service/hosting/hosting.ts';
import type { ServiceTools } from '../../../../../src/service/operation/operation.ts';

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
const plan = (more: Partial<PlannedJob> = {}, hosting = noHosting) => planEvaluation(job(more), tools, hosting);

test('outputs are those of the code, the route, the configuration and the input', () => {
  const { code, route, config: values, requiredColumns, cellKey } = plan();
  expect({ code, route, values, requiredColumns }).toEqual({
    code: 'sha',
    route: ROUTE,
    values: { words: 9 },
    requiredColumns: ['text'],
  });
  const key = cellKeys({ code: 'sha', route: '/', config: { words: 9 } });
  expect(cellKey({ text: 'a' }, 1)).toBe(key({ text: 'a' }, 1));
});

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
  expect(evaluators.map((evaluator) => Object.keys(evaluator))).toEqual([['score'], ['score']]);
});

const own: RouteSchema = { ...OPEN, path: '/tone', name: 'tone', config: null, defaults: {} };
const evaluatorCode = { artifact_sha256: 'judges', schemas: [own] } as unknown as PlannedJob['evaluatorCode'];

test("a project's own evaluator is called for each row, and its scores are stored", async () => {
  const bodies: unknown[] = [];
  const hosting = {
    ask: async ({ body }: HostedQuestion) => {
      bodies.push(JSON.parse(body));
      return { status: 200, text: '{"data":{"score":1}}', retryAfter: null };
    },
  } as unknown as Hosting; // what is called of it
  const evaluatorConfigs = [config('c', 'tone')];
  for (const [correctAnswerColumn, expected] of [
    [null, 'A'],
    ['label', 'B'],
  ] as const) {
    const { evaluators, toInput } = plan(
      { evaluatorCode, evaluatorConfigs, correctAnswerColumn, routes: [OPEN] },
      hosting,
    );
    const [evaluator] = evaluators;
    const input = { output: 'out', row: ROW };
    expect(await evaluator?.score(input)).toEqual({ type: 'number', value: 1 });
    expect(bodies.pop()).toMatchObject({ expected, row: ROW });
    const keys = scoreKeys({ code: 'judges/tone@1', settings: {} });
    expect([evaluator?.judge, evaluator?.modelCalls, evaluator?.scoreKey?.(input)]).toEqual([
      keys.judge,
      0,
      keys.keyOf(input),
    ]);
    expect(Object.keys(toInput(ROW))).not.toContain(correctAnswerColumn ?? 'correct_answer');
  }
});

test('an evaluator that does not exist is refused', () => {
  expect(() => plan({ evaluatorConfigs: [config('c', 'none')] })).toThrow(
    expect.objectContaining({ code: 'WF_NOT_FOUND' }),
  );
});
