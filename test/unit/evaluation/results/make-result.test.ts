import { expect, test } from 'vitest';
import type { Result } from '../../../../src/contract/evaluations/result.ts';
import { errorResult, isUnscored, numberResult, requireScore } from '../../../../src/evaluation/results/make-result.ts';

test.each([0, -0.5, Number.MAX_VALUE, Number.MIN_VALUE])('%d is a score', (value) => {
  expect(numberResult(value)).toEqual({ type: 'number', value });
});

test.each([Infinity, -Infinity, Number.NaN])('%d is no score but an error', (value) => {
  const message = `The score is ${value}, which is not a finite number.`;
  expect(numberResult(value)).toEqual(errorResult(message));
});

test('a score that JSON lost is an error, and keeps what judging it cost', () => {
  const lost: Result & { cost: number } = { type: 'number', value: null, cost: 0.01 };
  expect(isUnscored(lost)).toBe(true);
  expect(requireScore(lost)).toEqual({
    type: 'error',
    value: null,
    error: { message: 'The score is null, which is not a finite number.', stacktrace: null },
    cost: 0.01,
  });
});

test('an error and a verdict stay as they are', () => {
  const results: Result[] = [errorResult('boom'), { type: 'bool', value: false }];
  expect(results.map(requireScore)).toEqual(results);
  expect(results.map(isUnscored)).toEqual([true, false]);
});

test('text of another service is no error', () => {
  expect(isUnscored({ type: 'text', value: 'good' })).toBe(false);
});
