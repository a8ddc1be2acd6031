import { describe, expect, test } from 'vitest';
import type { Result } from '../../../../src/contract/evaluations/result.ts';
import {
  aggregateScores,
  averageCost,
  averageLatency,
  failedCost,
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
      error: { message: '1 of 4 cases have no score; the mean is over the others.' },
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
    const totals = { rows: 4, priced: 4, cost: 2, unpriced: 0, answered: 4, pricedAnswers: 4 };
    expect(averageCost(totals)).toEqual({ type: 'cost', value: 0.5 });
    expect(totalCost(totals)).toEqual({ type: 'cost', value: 2 });
    expect(averageLatency({ rows: 4, sum: 2 })).toEqual({ type: 'latency', value: 0.5 });
  });

  test('that are unknown everywhere are an error, never 0', () => {
    const totals = { rows: 4, priced: 0, cost: 0, unpriced: 0, answered: 4, pricedAnswers: 0 };
    expect(
      [averageCost(totals), totalCost(totals), averageLatency({ rows: 0, sum: 0 })].map(({ type, value, error }) => [
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
    expect(totalCost({ ...totals, rows: 0, answered: 0 }).error).toEqual({ message, stacktrace: null });
  });

  test('that are unknown for some rows say so next to the value', () => {
    const totals = { rows: 4, priced: 2, cost: 1, unpriced: 0, answered: 4, pricedAnswers: 2 };
    expect(averageCost(totals)).toEqual({
      type: 'cost',
      value: 0.5,
      error: { message: 'The cost of 2 of 4 rows is not known.' },
    });
  });

  test('count calls without an answer', () => {
    const totals = { rows: 4, priced: 4, cost: 2, unpriced: 1, answered: 1, pricedAnswers: 1 };
    const message = 'The cost of calls that failed or were cut short is not known.';
    expect(totalCost(totals)).toEqual({ type: 'cost', value: 2, error: { message } });
    expect(totalCost({ ...totals, answered: 0, pricedAnswers: 0 })).toMatchObject({ value: 2 });
    expect(failedCost({ rows: 3, priced: 2, cost: 1.5, unpriced: 0 })).toEqual({
      type: 'cost',
      value: 1.5,
      error: { message: 'The cost of 1 of 3 failed rows is not known.' },
    });
  });

  test('of rows that failed before they called a model say nothing about the others', () => {
    const totals = { rows: 4, priced: 2, cost: 0, unpriced: 0, answered: 2, pricedAnswers: 0 };
    expect(totalCost(totals)).toMatchObject({ type: 'error', value: null });
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
