import { expect, test } from 'vitest';
import * as z from 'zod';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { evaluator, isEvaluator, requireVerdict } from '../../../../src/sdk/evaluators/evaluator.ts';

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

test.each([
  [undefined, 'undefined'],
  ['yes', '"yes"'],
  [Number.NaN, 'NaN'],
  [null, 'null'],
])('a verdict of %s is rejected', async (verdict, shown) => {
  // As an author without types could write it.
  const wrong = evaluator({}, () => verdict as never);
  await expect(wrong.judge({})).rejects.toThrow(
    `The evaluator returned ${shown}; expected a boolean or a finite number`,
  );
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
  expect(() => evaluator({}, null as never)).toThrow(
    expect.objectContaining({
      message:
        'An evaluator takes a function. Write evaluator(options, ({ output, expected }) => output === expected).',
    }),
  );
});

test('invalid settings are rejected', async () => {
  await expect(short.judge({ output: 'a', settings: { words: 99 } })).rejects.toThrow();
});

test('a verdict may have a reason', async () => {
  expect(await evaluator({}, () => ({ score: 0.5, reason: 'Half.' })).judge({})).toEqual({
    score: 0.5,
    reason: 'Half.',
  });
  expect(await evaluator({}, () => ({ score: true })).judge({})).toBe(true);
  // As an author without types could write it.
  await expect(evaluator({}, () => ({ score: 1, reason: 2 }) as never).judge({})).rejects.toThrow(
    expect.objectContaining({ message: 'The evaluator returned the reason 2; expected a text.' }),
  );
  await expect(evaluator({}, () => ({ score: '1' }) as never).judge({})).rejects.toThrow(
    expect.objectContaining({
      message: 'The evaluator returned {"score":"1"}; expected a boolean or a finite number.',
    }),
  );
});

test('a score stays within the declared range', async () => {
  const rated = (score: number) => evaluator({ range: [-1, 10] }, () => score).judge({});
  expect([await rated(-1), await rated(10)]).toEqual([-1, 10]);
  await expect(rated(10.5)).rejects.toThrow(
    expect.objectContaining({ message: 'The evaluator returned 10.5; its range is -1 to 10.' }),
  );
  for (const range of [[1, 1], [2, 1], [0, Infinity], [0, Number.NaN], [-1e308, 1e308], [0]]) {
    expect(() => evaluator({ range: range as never }, () => 1)).toThrow('two finite numbers in ascending order');
  }
});

test.each<[unknown, string]>([
  [{ score: 1, reason: 2 }, 'The evaluator returned the reason 2; expected a text.'],
  [{ score: '1' }, 'The evaluator returned {"score":"1"}; expected a boolean or a finite number.'],
  [Infinity, 'The evaluator returned Infinity; expected a boolean or a finite number.'],
  ['x'.repeat(90), `The evaluator returned "${'x'.repeat(79)}; expected a boolean or a finite number.`],
  [-0.5, 'The evaluator returned -0.5; its range is 0 to 1.'],
  [1.5, 'The evaluator returned 1.5; its range is 0 to 1.'],
])('%j is no verdict', (value, message) => {
  expect(() => requireVerdict(value, [0, 1])).toThrow(new TypeError(message));
});

test.each([0, 1, true, { score: 0.5, reason: '' }])('%j is a verdict', (value) => {
  expect(requireVerdict(value, [0, 1])).toEqual(value);
});

test.each<[readonly unknown[]]>([[[1, 0]], [[1, 1]], [[0]], [[0, 1, 2]], [[0, Infinity]]])(
  '%j is no range',
  (range) => {
    // As an author without types could write it.
    expect(() => evaluator({ range: range as never }, () => true)).toThrow(
      expect.objectContaining({
        code: 'WF_WORKFLOW_INVALID',
        message: `The range ${JSON.stringify(range).slice(0, 80)} of an evaluator is not two finite numbers in ascending order. Write range: [0, 10].`,
      }),
    );
  },
);

test('an evaluator without a function is refused with an example', () => {
  // As an author without types could write it.
  expect(() => evaluator({}, 'yes' as never)).toThrow(
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
