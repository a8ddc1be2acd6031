import { expect, test } from 'vitest';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';

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

const evaluate = (expression: string, output: unknown = '{"total": 3, "text": "a"}') =>
  runEvaluator('auto_jsonata', { settings: { expression }, output, row: { total: '3' } });

const failed = (message: string) => ({ type: 'error', value: null, error: { message, stacktrace: null } });
const NEITHER = '; it should return a boolean or a number.';

test.each<[string, unknown]>([
  ['total', { type: 'number', value: 3 }],
  ['total = $number($row.total)', { type: 'bool', value: true }],
  ['total != 3', { type: 'bool', value: false }],
  ['missing', failed(`The expression returned nothing${NEITHER}`)],
  ['text', failed(`The expression returned "a"${NEITHER}`)],
  ['$row', failed(`The expression returned {"total":"3"}${NEITHER}`)],
  ['null', failed(`The expression returned null${NEITHER}`)],
  ['$sum', failed(`The expression returned a function${NEITHER}`)],
  ['function($x) { $x }', failed(`The expression returned a function${NEITHER}`)],
  ['/a/', failed(`The expression returned a function${NEITHER}`)],
  ['{"f": $sum}', failed(`The expression returned {"f":"a function"}${NEITHER}`)],
  ["$pad('', 90, 'x')", failed(`The expression returned "${'x'.repeat(79)}${NEITHER}`)],
  ['$number(text)', failed('The expression failed: Unable to cast value to a number: "a" (character 8)')],
  ["$error('no')", failed('The expression failed: no (character 7)')],
])('%s gives %j', async (expression, result) => {
  expect(await evaluate(expression)).toEqual(result);
});

test('an output that is not JSON is a text', async () => {
  expect(await evaluate('$ = "plain"', 'plain')).toEqual({ type: 'bool', value: true });
});
