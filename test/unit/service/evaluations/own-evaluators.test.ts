import { expect, test } from 'vitest';
import type { EvaluatorCode, RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { createAdaptiveLimit } from '../../../../src/evaluation/engine/adaptive-limit.ts';
import { SYSTEM_CLOCK } from '../../../../src/evaluation/engine/engine-clock.ts';
import {
  declaredRange,
  findCustomEvaluator,
  prepareCustomEvaluator,
} from '../../../../src/service/evaluations/plan/custom-evaluator.ts';
import type { HostedAnswer, HostedQuestion, Hosting } from '../../../../src/service/hosting/hosting.ts';

const schema = (name: string, more: Partial<RouteSchema> = {}): RouteSchema => ({
  path: `/${name}`,
  name,
  config: null,
  input: null,
  output: null,
  defaults: {},
  ...more,
});
const codeOf = (...schemas: RouteSchema[]): EvaluatorCode => ({ artifact_sha256: 'sha', schemas });

const DEPLOYMENT = { id: 'd', app_id: 'a', app_name: 'support', artifact_sha256: 'workflow', url: 'https://x' };
const SETTABLE = schema('tone', {
  config: { type: 'object', properties: { strict: { type: 'boolean', default: false } } },
  defaults: { strict: false },
});

/** Scores a row with hosting that gives these answers. */
async function score(answers: readonly Partial<HostedAnswer>[], own = schema('tone'), retries = 0) {
  const questions: unknown[] = [];
  const left = [...answers];
  const hosting = {
    ask: async ({ body, deployment, path, revisionId }: HostedQuestion) => {
      questions.push({ body: JSON.parse(body), deployment, path, revisionId });
      return { status: 200, text: '', retryAfter: null, ...left.shift() };
    },
  } as unknown as Hosting; // what is called of it
  const limit = createAdaptiveLimit(SYSTEM_CLOCK);
  limit.join(1);
  const prepared = prepareCustomEvaluator(own, {
    key: 'tone',
    settings: own.config === null ? {} : { strict: true },
    expectedColumn: 'label',
    deployment: DEPLOYMENT,
    code: codeOf(own),
    hosting,
    judging: { limit, policy: { retries, retryDelayMs: 0, callTimeoutMs: 10_000 } },
  });
  const result = await prepared.score({ output: 'out', row: { text: 'in', label: 'good' } });
  return { prepared, result, questions };
}

const answered = (data: unknown, acc?: object): Partial<HostedAnswer> => ({
  text: JSON.stringify({ data, ...(acc === undefined ? {} : { tree: { nodes: [{ metrics: { acc } }] } }) }),
});

test('an evaluator of the project is called in its own process, with the output, the row and what is expected', async () => {
  const { result, questions, prepared } = await score([answered({ score: 0.5, reason: 'fine' })]);
  expect(result).toEqual({ type: 'number', value: 0.5, reason: 'fine' });
  const row = { text: 'in', label: 'good' };
  expect(questions).toEqual([
    {
      body: { output: 'out', expected: 'good', row, cost: null, latency: null },
      deployment: {
        ...DEPLOYMENT,
        subject: 'the evaluators of app "support"',
        artifact_sha256: 'sha',
        url: null,
      },
      path: '/playground/run/tone',
      revisionId: null,
    },
  ]);
  expect(prepared).toMatchObject({ key: 'sha/tone', version: 1, settings: {}, storesScores: true, modelCalls: 0 });
});

test('an evaluator with settings gets them', async () => {
  const { questions, prepared } = await score([answered({ score: true })], SETTABLE);
  expect(questions).toMatchObject([{ body: { ag_config: { strict: true } } }]);
  expect(prepared.settings).toEqual({ strict: true });
});

test.each([
  [{ score: true }, undefined, { type: 'bool', value: true }],
  [{ score: 1 }, { costs: { total: 0.25 } }, { type: 'number', value: 1, cost: 0.25 }],
  [{ score: 1 }, { costs: { total: null }, tokens: { total: null } }, { type: 'number', value: 1, cost: null }],
  [{ score: 1 }, { costs: null }, { type: 'number', value: 1 }],
  [{ score: 1 }, {}, { type: 'number', value: 1 }],
])('the answer %j with the figures %j is a score', async (data, acc, result) => {
  expect((await score([answered(data, acc)])).result).toEqual(result);
});

test.each([{ score: 'good' }, 'good', null])('%j is no score', async (data) => {
  expect((await score([answered(data)])).result).toMatchObject({
    type: 'error',
    error: { message: 'The evaluator returned no score.' },
  });
});

test.each([
  [{ message: 'gone' }, 'tone: gone'],
  [
    { message: 'gone', stacktrace: 'Error: gone\n    at judge (evaluators/tone.ts:3:9)' },
    'gone (evaluators/tone.ts:3:9)',
  ],
  [{ message: 'gone', stacktrace: 'Error: gone\n    at judge (src/other.ts:3:9)' }, 'tone: gone'],
])('a failure names its line, or the evaluator: %j', async (detail, message) => {
  const { result } = await score([{ status: 500, text: JSON.stringify({ detail }) }]);
  expect(result).toMatchObject({ type: 'error', error: { message } });
  expect(result.error?.stacktrace ?? null).toBe('stacktrace' in detail ? detail.stacktrace : null);
});

test('a process that is not available is asked again', async () => {
  const { result, questions } = await score([{ status: 503 }, answered({ score: 1 })], schema('tone'), 1);
  expect([result, questions.length]).toEqual([{ type: 'number', value: 1 }, 2]);
});

const output = (...anyOf: object[]) => ({ properties: { score: { anyOf } } });

test('an evaluator of the project is found by its name, with the range that it declares', () => {
  const range = output(
    { type: 'boolean' },
    { type: 'number', minimum: 1, maximum: 5 },
    { type: 'number', minimum: 0, maximum: 9 },
  );
  const code = codeOf(
    schema('plain'),
    schema('ranged', { output: range }),
    schema('open', { output: output({ type: 'number' }) }),
  );
  expect(findCustomEvaluator(code, 'ranged')?.path).toBe('/ranged');
  expect([findCustomEvaluator(code, 'none'), findCustomEvaluator(null, 'ranged')]).toEqual([null, null]);
  expect([declaredRange(code, 'ranged'), declaredRange(code, 'open'), declaredRange(code, 'plain')]).toEqual([
    [1, 5],
    null,
    null,
  ]);
  expect([declaredRange(code, 'none'), declaredRange(null, 'ranged')]).toEqual([null, null]);
});
