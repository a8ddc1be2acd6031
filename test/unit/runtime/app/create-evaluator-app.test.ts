import { expect, test } from 'vitest';
import * as z from 'zod';
import { createEvaluatorApp, type EvaluatorModules } from '../../../../src/runtime/app/create-evaluator-app.ts';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { evaluator } from '../../../../src/sdk/evaluators/evaluator.ts';
import { recordUsage } from '../../../../src/sdk/context/routing-context.ts';

const settings = configSchema({ words: z.int().gte(1).lte(9).default(3) });
const short = evaluator({ description: 'Short.', settings }, ({ output, settings: { words } }) => {
  if (output === 'throw') throw new Error('boom');
  if (output === 'wrong') return 'yes' as never;
  recordUsage({ model: 'm', input_tokens: 1, output_tokens: 1, cost: 0.25 });
  return String(output).split(' ').length <= words;
});
const first = evaluator({}, ({ expected }) => (expected === 'a' ? 1 : 0));

const app = createEvaluatorApp({
  'evaluators/short.ts': { short, words: 3 },
  'evaluators/is-first.ts': { default: first },
});

async function judge(name: string, body: object) {
  const given = { output: 'x', expected: null, row: {}, cost: null, latency: null, ...body };
  const request = new Request(`http://e/playground/run/${name}`, { method: 'POST', body: JSON.stringify(given) });
  const response = await app.fetch(request);
  return [response.status, await response.json()] as const;
}

test('evaluators are described by name, with description and settings', () => {
  expect(
    app.describe().map(({ name, path, defaults, output }) => [name, path, defaults, output?.['description']]),
  ).toEqual([
    ['is_first', '/is_first', {}, undefined],
    ['short', '/short', { words: 3 }, 'Short.'],
  ]);
});

test('an evaluator may have a range, and give a reason', async () => {
  const ranged = createEvaluatorApp({
    'evaluators/deep/grade.ts': {
      default: evaluator({ range: [2, 5] }, ({ output }) => ({ score: Number(output), reason: 'So it is.' })),
    },
  });
  const [described] = ranged.describe();
  expect(described).toMatchObject({
    name: 'grade',
    output: {
      properties: { score: { anyOf: [{ type: 'boolean' }, { type: 'number', minimum: 2, maximum: 5 }] } },
    },
  });
  const body = JSON.stringify({ output: 3, row: {}, cost: null, latency: null });
  const response = await ranged.fetch(new Request('http://e/playground/run/grade', { method: 'POST', body }));
  expect(await response.json()).toMatchObject({ data: { score: 3, reason: 'So it is.' } });
});

test('an evaluator answers its score and cost', async () => {
  expect(await judge('short', { output: 'a b', ag_config: { words: 1 } })).toMatchObject([
    200,
    { data: { score: false }, tree: { nodes: [{ metrics: { acc: { costs: { total: 0.25 } } } }] } },
  ]);
  expect(await judge('is_first', { expected: 'a' })).toMatchObject([200, { data: { score: 1 } }]);
});

test('a thrown error or an invalid verdict is a failure with a stack', async () => {
  expect(await judge('short', { output: 'throw' })).toMatchObject([500, { detail: { message: 'boom' } }]);
  const [status, wrong] = await judge('short', { output: 'wrong' });
  expect([status, wrong.detail.message]).toEqual([
    500,
    expect.stringContaining('expected a boolean or a finite number'),
  ]);
});

test('settings out of bounds answer 422', async () => {
  const [status, body] = await judge('short', { ag_config: { words: 10 } });
  expect([status, body.detail[0].loc]).toEqual([422, ['body', 'ag_config', 'words']]);
});

test.each<[EvaluatorModules, string]>([
  [
    { 'evaluators/a.ts': { helper: 1 } },
    'evaluators/a.ts exports no evaluator. Write export const NAME = evaluator({}, …).',
  ],
  [
    {
      'evaluators/one.ts': { short: evaluator({}, () => true) },
      'evaluators/two.ts': { short: evaluator({}, () => true) },
    },
    'evaluators/two.ts: another evaluator is also called short. Rename one.',
  ],
  [
    { 'evaluators/a.ts': { $short: evaluator({}, () => true) } },
    'evaluators/a.ts: an evaluator cannot be called "$short". Use letters, digits and "_".',
  ],
  [
    { 'evaluators/9-lives.ts': { default: evaluator({}, () => true) } },
    'evaluators/9-lives.ts: an evaluator cannot be called "9_lives". Use letters, digits and "_".',
  ],
])('evaluators that cannot be served are refused: %#', (modules, message) => {
  expect(() => createEvaluatorApp(modules)).toThrow(expect.objectContaining({ code: 'WF_WORKFLOW_INVALID', message }));
});

test('a name has at most 64 characters', () => {
  const named = (length: number) => ({ 'evaluators/a.ts': { ['n'.repeat(length)]: evaluator({}, () => true) } });
  expect(() => createEvaluatorApp(named(64))).not.toThrow();
  expect(() => createEvaluatorApp(named(65))).toThrow('an evaluator cannot be called');
});
