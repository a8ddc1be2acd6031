import { expect, test } from 'vitest';
import { jsonataTest } from '../../../../../src/evaluation/evaluators/json/jsonata-test.ts';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/run-evaluator.ts';

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

test('an expression that cannot be parsed is refused with its place', async () => {
  expect(await jsonataTest.check?.({ expression: 'total' })).toBeNull();
  expect(await jsonataTest.check?.({ expression: '(total' })).toEqual({
    setting: 'expression',
    message: 'Input should be a JSONata expression: Expected ")" before end of expression (character 6)',
  });
});
