import { describe, expect, test } from 'vitest';
import type { Result } from '../../../../src/contract/evaluations/result.ts';
import {
  aggregateScores,
  averageCost,
  averageLatency,
  totalCost,
  errorResult,
  numberResult,
  requireScore,
} from '../../../../src/evaluation/results/create-result.ts';
import { isUnscored } from '../../../../src/contract/evaluations/evaluation-status.ts';

describe('the aggregate of scores', () => {
  test('is their mean', () => {
    expect(aggregateScores({ count: 4, missing: 0, mean: 0.75 })).toEqual({ type: 'number', value: 0.75 });
  });

  test('is over the rows that have a score, and counts the others', () => {
    expect(aggregateScores({ count: 3, missing: 1, mean: 1 })).toEqual({
      type: 'number',
      value: 1,
      error: { message: '1 of 4 rows have no score; the mean is over the others.' },
      scored: 3,
      rows: 4,
    });
  });

  test('is an error without a score', () => {
    expect(aggregateScores({ count: 0, missing: 80, mean: null })).toEqual({
      type: 'error',
      value: null,
      error: { message: 'No row was scored.', stacktrace: null },
      scored: 0,
      rows: 80,
    });
  });
});

describe('cost and latency', () => {
  test('are averaged and added up', () => {
    const totals = { rows: 4, values: 4, sum: 2 };
    expect(averageCost(totals)).toEqual({ type: 'cost', value: 0.5 });
    expect(totalCost(totals)).toEqual({ type: 'cost', value: 2 });
    expect(averageLatency(totals)).toEqual({ type: 'latency', value: 0.5 });
  });

  test('that are unknown everywhere are an error, never 0', () => {
    const totals = { rows: 4, values: 0, sum: 0 };
    expect(
      [averageCost(totals), totalCost(totals), averageLatency(totals)].map(({ type, value, error }) => [
        type,
        value,
        error?.message,
      ]),
    ).toEqual([
      ['error', null, 'No call reported tokens of a model with a known price.'],
      ['error', null, 'No call reported tokens of a model with a known price.'],
      ['error', null, 'No row was answered.'],
    ]);
    const message = 'No row was answered.';
    expect(totalCost({ rows: 0, values: 0, sum: 0 }).error).toEqual({ message, stacktrace: null });
  });

  test('that are unknown for some rows say so next to the value', () => {
    expect(averageCost({ rows: 4, values: 2, sum: 1 })).toEqual({
      type: 'cost',
      value: 0.5,
      error: { message: 'The cost of 2 of 4 rows is not known.' },
    });
  });
});

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
