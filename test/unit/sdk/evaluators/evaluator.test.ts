import { expect, test } from 'vitest';
import * as z from 'zod';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { evaluator, isEvaluator } from '../../../../src/sdk/evaluators/evaluator.ts';

const settings = configSchema({ words: z.int().gte(1).lte(9).default(3) });
const short = evaluator({ description: 'Short.', settings }, ({ output, settings: { words } }) =>
  String(output).split(' ').length <= words ? true : words,
);

test('an evaluator gets its settings with defaults filled in', async () => {
  expect(await short.judge({ output: 'a b c' })).toBe(true);
  expect(await short.judge({ output: 'a b c', settings: { words: 2 } })).toBe(2);
  expect(isEvaluator(short)).toBe(true);
});

test('an evaluator sees the row, the expected answer and the figures of the call', async () => {
  const seen: unknown[] = [];
  const all = evaluator({}, ({ signal: _signal, ...call }) => seen.push(call) > 0);
  await all.judge({ output: 1, expected: 2, row: { a: 'b' }, cost: 0.1, latency: 2 });
  await all.judge({});
  expect(seen).toEqual([
    { output: 1, expected: 2, row: { a: 'b' }, cost: 0.1, latency: 2, settings: {} },
    { output: undefined, expected: undefined, row: {}, cost: null, latency: null, settings: {} },
  ]);
});

test('settings follow the rules of configurations', () => {
  const loose = z.object({ words: z.int() });
  // As an author without types could write it.
  expect(() => evaluator({ settings: loose as never }, () => true)).toThrow(
    expect.objectContaining({
      message:
        'Evaluator, settings field "words" has no default. End it with .default(...); the playground shows this value first.',
    }),
  );
});

test('invalid settings are rejected', async () => {
  await expect(short.judge({ output: 'a', settings: { words: 99 } })).rejects.toThrow();
});

test('a verdict may have a reason', async () => {
  const half = { score: 0.5, reason: 'Half.' };
  expect(await evaluator({}, () => half).judge({})).toEqual(half);
  expect(await evaluator({}, () => ({ score: true })).judge({})).toBe(true);
});

const NO_VERDICT = 'expected a boolean or a finite number.';

test.each<[unknown, string]>([
  [undefined, `The evaluator returned undefined; ${NO_VERDICT}`],
  [null, `The evaluator returned null; ${NO_VERDICT}`],
  ['yes', `The evaluator returned "yes"; ${NO_VERDICT}`],
  ['x'.repeat(90), `The evaluator returned "${'x'.repeat(79)}; ${NO_VERDICT}`],
  [Number.NaN, `The evaluator returned NaN; ${NO_VERDICT}`],
  [Infinity, `The evaluator returned Infinity; ${NO_VERDICT}`],
  [{ score: '1' }, `The evaluator returned {"score":"1"}; ${NO_VERDICT}`],
  [{ score: 1, reason: 2 }, 'The evaluator returned the reason 2; expected a text.'],
  [-1.5, 'The evaluator returned -1.5; its range is -1 to 10.'],
  [10.5, 'The evaluator returned 10.5; its range is -1 to 10.'],
])('%j is no verdict', async (verdict, message) => {
  // As an author without types could write it.
  await expect(evaluator({ range: [-1, 10] }, () => verdict as never).judge({})).rejects.toThrow(
    new TypeError(message),
  );
});

test.each([-1, 10, true, { score: 0.5, reason: '' }])('%j is a verdict', async (verdict) => {
  expect(await evaluator({ range: [-1, 10] }, () => verdict).judge({})).toEqual(verdict);
});

test.each<[readonly unknown[]]>([
  [[1, 0]],
  [[1, 1]],
  [[0]],
  [[0, 1, 2]],
  [[0, Infinity]],
  [[0, Number.NaN]],
  [[-1e308, 1e308]],
])('%j is no range', (range) => {
  // As an author without types could write it.
  expect(() => evaluator({ range: range as never }, () => true)).toThrow(
    expect.objectContaining({
      code: 'WF_WORKFLOW_INVALID',
      message: `The range ${JSON.stringify(range).slice(0, 80)} of an evaluator is not two finite numbers in ascending order. Write range: [0, 10].`,
    }),
  );
});

test.each(['yes', null])('an evaluator with %j for a function is refused with an example', (handler) => {
  // As an author without types could write it.
  expect(() => evaluator({}, handler as never)).toThrow(
    expect.objectContaining({
      code: 'WF_WORKFLOW_INVALID',
      message:
        'An evaluator takes a function. Write evaluator(options, ({ output, expected }) => output === expected).',
    }),
  );
});

test.each([null, undefined, 1, {}, () => true])('%s is no evaluator', (value) => {
  expect(isEvaluator(value)).toBe(false);
});
