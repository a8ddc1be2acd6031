import { expect, test } from 'vitest';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';

const compare = (output: unknown, correct_answer: unknown, settings: Record<string, unknown> = {}) =>
  runEvaluator('auto_numeric_difference', { settings, output, row: { correct_answer } });

const number = (value: number) => ({ type: 'number', value });
const bool = (value: boolean) => ({ type: 'bool', value });
const failed = (message: string) => ({ type: 'error', value: null, error: { message, stacktrace: null } });
const BEYOND = 'is larger than any number that wf can hold: "1e309".';

test.each<[unknown, unknown, Record<string, unknown>, unknown]>([
  ['5', 3, {}, number(2)],
  [' -1.5 ', '.5', {}, number(2)],
  ['+2.e0', '2', {}, number(0)],
  ['12', '10', { relative: true }, number(0.2)],
  ['-12', '-10', { relative: true }, number(0.2)],
  ['0.3', '0.2', { tolerance: 0.1 }, bool(true)],
  ['0.31', '0.2', { tolerance: 0.1 }, bool(false)],
  ['3', '3', { tolerance: 0 }, bool(true)],
  ['about 3', '3', { tolerance: 0.1 }, bool(false)],
  ['1', '0', { relative: true }, failed('The expected answer is 0, so there is no relative difference.')],
  ['1', '0', {}, number(1)],
  ['about 3', '3', {}, failed('The output is not a number: "about 3".')],
  ['1,5', '3', {}, failed('The output is not a number: "1,5". Write a point before the decimals.')],
  ['1', '1,5', {}, failed('The expected answer is not a number: "1,5". Write a point before the decimals.')],
  ['1', 'three', {}, failed('The expected answer is not a number: "three".')],
  ['1e309', '1', {}, failed(`The output ${BEYOND}`)],
  ['1', '1e309', {}, failed(`The expected answer ${BEYOND}`)],
  ['x'.repeat(90), '1', {}, failed(`The output is not a number: "${'x'.repeat(80)}".`)],
])('%j compared with %j and %j is %j', async (output, expected, settings, result) => {
  expect(await compare(output, expected, settings)).toEqual(result);
});

test('an output without a text, and a row without an answer, are errors', async () => {
  expect((await compare({ a: 1 }, '1')).error?.message).toMatch(/^This evaluator compares text, but the output is /);
  const settings = { correct_answer_key: 'other' };
  expect((await compare('1', '1', settings)).error?.message).toBe(
    'The test set has no column "other" for the expected answer. Its columns: "correct_answer".',
  );
});

test.each([
  ['9007199254740993', '9007199254740992', 1],
  ['-9007199254740993', '9007199254740992', 18014398509481984],
  ['0.3', '0.2', 0.1],
  ['12345678901234567890.5', '12345678901234567890.25', 0.25],
  ['1e300', '1e300', 0],
  ['1.5e3', '+1500', 0],
  ['.5', '-5e-1', 1],
  ['7.', '0', 7],
  ['1e-320', '0', 1e-320],
  // Beyond a thousand digits or a power of a thousand, numbers are doubles.
  ['1e-999999999', '2', 2],
])('%s and %s differ by exactly %d', async (one, other, difference) => {
  expect(await compare(one, other)).toEqual(number(difference));
  expect(await compare(other, one)).toEqual(number(difference));
});
