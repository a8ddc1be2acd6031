import { expect, test } from 'vitest';
import { jsonDiff } from '../../../../../src/evaluation/evaluators/json/json-diff.ts';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/run-evaluator.ts';

const compare = (output: unknown, expected: unknown, settings: Record<string, unknown> = {}) =>
  runEvaluator('auto_json_diff', { settings, output, row: { correct_answer: expected } });

test.each<[string, unknown, unknown, Record<string, unknown>, number]>([
  ['the same', '{"a": 1, "b": [1, 2]}', { a: 1, b: [1, 2] }, {}, 1],
  ['a third of the leaves', '{"a": 1, "b": [2, 1]}', { a: 1, b: [1, 2] }, {}, 1 / 3],
  ['keys of another case', '{"A": 1}', { a: 1 }, {}, 0],
  ['keys of another case, ignored', '{"A": 1}', { a: 1 }, { case_insensitive_keys: true }, 1],
  ['more keys', '{"a": 1, "b": 2}', { a: 1 }, {}, 1],
  ['more keys, counted', '{"a": 1, "b": 2}', { a: 1 }, { predict_keys: true }, 0.5],
  ['no JSON', 'a', { a: 1 }, {}, 0],
  ['an empty list and object', '{"a": [], "b": {}}', { a: [], b: [] }, {}, 0.5],
  ['numbers that differ in their text', '{"a": 0.30000000000000004e1}', '{"a": 3.0000000000000004}', {}, 1],
])('an output of %s is scored', async (_, output, expected, settings, value) => {
  expect(await compare(output, expected, settings)).toEqual({ type: 'number', value });
});

test.each<[unknown, unknown, number]>([
  [1, 2, 1],
  ['a', 'b', 1],
  [null, null, 1],
  [true, false, 1],
  [[], [], 1],
  [{}, {}, 1],
  [1, '1', 0],
  [null, {}, 0],
  [null, [], 0],
  [[], {}, 0],
  [true, 'true', 0],
  [null, 'null', 0],
])('of schemas, %j is compared with %j', async (found, wanted, value) => {
  const result = await compare(JSON.stringify({ a: found }), { a: wanted }, { compare_schema_only: true });
  expect(result).toEqual({ type: 'number', value });
});

test('a long number has the type of other numbers', async () => {
  const long = '{"a": 123456789012345678901234567890}';
  expect(await compare(long, { a: 1 }, { compare_schema_only: true })).toEqual({ type: 'number', value: 1 });
});

test('an expected answer that is not JSON is an error', async () => {
  expect((await compare('{}', '{')).error?.message).toBe(
    'The expected answer is not JSON, so there is nothing to compare.',
  );
});

test('the steps grow with the square of what is compared', () => {
  const steps = jsonDiff.steps?.({});
  expect(steps?.({ output: 'x'.repeat(30), row: {} })).toBe((30 + 8) ** 2 / 8);
  expect(steps?.({ output: 'x'.repeat(30), row: { a: 'x'.repeat(10) } })).toBe((30 + 8 + 3 + 12) ** 2 / 8);
});

test('long values are measured up to 10,000 characters, from their end', () => {
  const measure = (last: number) => jsonDiff.steps?.({})({ output: ['xx', 'a'.repeat(last)], row: {} });
  expect([measure(9990), measure(9991)]).toEqual([(10_004 + 8) ** 2 / 8, (10_001 + 8) ** 2 / 8]);
});
