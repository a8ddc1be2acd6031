import { expect, test } from 'vitest';
import { isUnfinished } from '../../../../src/contract/evaluations/evaluation-status.ts';
import {
  averageCostText,
  meanText,
  numberOf,
  resultText,
  statusText,
  totalCostText,
  variantOf,
} from '../../../../src/playground/evaluations/result-text.ts';

const failure = { message: 'boom', stacktrace: null };

test.each([
  [{ type: 'status', value: 'EVALUATION_FINISHED' }, 'finished', false],
  [{ type: 'status', value: 'EVALUATION_FINISHED_WITH_ERRORS' }, 'finished with errors', false],
  [{ type: 'status', value: 'EVALUATION_STARTED' }, 'started', true],
  [{ type: 'status', value: 'EVALUATION_INITIALIZED' }, 'initialized', true],
  [{ type: 'status', value: 'EVALUATION_FAILED', error: failure }, 'failed: boom', false],
  [{ type: 'status', value: null }, '', false],
] as const)('the status %j reads %j', (status, text, isRunning) => {
  expect([statusText(status), isUnfinished(status)]).toEqual([text, isRunning]);
});

test.each([
  [{ type: 'number', value: 0.123_456 }, '0.1235'],
  [{ type: 'number', value: 0 }, '0'],
  [{ type: 'bool', value: false }, 'false'],
  [{ type: 'text', value: '' }, ''],
  [{ type: 'object', value: { a: 1 } }, '{"a":1}'],
  [{ type: 'error', value: null, error: failure }, 'boom'],
  [{ type: 'number', value: null }, '-'],
  [null, '-'],
  [undefined, '-'],
] as const)('the result %j reads %j', (result, text) => {
  expect(resultText(result)).toBe(text);
});

test('only a number has a number, with four significant digits', () => {
  expect(numberOf({ type: 'number', value: 12.345_67 })).toBe(12.35);
  expect(numberOf({ type: 'text', value: '12' })).toBeNull();
  expect(numberOf(undefined)).toBeNull();
});

test('an evaluation is named after its variant revisions', () => {
  expect(variantOf({ variant_names: ['a', 'b'], revisions: ['3'] })).toBe('a@3, b');
  expect(variantOf({ variant_names: [], revisions: [] })).toBe('a deleted variant');
});

test('a mean says how many rows have a score, and an evaluator without any says why', () => {
  const partial = { type: 'number', value: 0.794_871_8, error: { message: '1 of 40 rows have no score.' } };
  expect(meanText({ ...partial, scored: 39, rows: 40 })).toBe('0.7949 (39 of 40)');
  expect(meanText({ type: 'number', value: 0.75, scored: 4, rows: 4 })).toBe('0.75');
  expect(meanText({ type: 'number', value: 0.75 })).toBe('0.75');
  expect(meanText({ type: 'error', value: null, error: failure, scored: 0, rows: 4 })).toBe('boom');
});

test('a cost that some rows do not know says so', () => {
  const known = { type: 'cost', value: 0.25 };
  const partly = { ...known, error: { message: 'The cost of 1 of 2 rows is not known.' } };
  expect(totalCostText({ total_cost: known })).toBe('$0.25');
  expect(totalCostText({ total_cost: partly })).toBe('at least $0.25');
  expect(averageCostText({ average_cost: known })).toBe('$0.25');
  expect(averageCostText({ average_cost: partly })).toBe('$0.25 of known');
});
