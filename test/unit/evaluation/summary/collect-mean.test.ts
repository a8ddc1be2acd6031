import { expect, test } from 'vitest';
import type { Metric } from '../../../../src/evaluation/compare/metrics.ts';
import { collectMean } from '../../../../src/evaluation/summary/collect-mean.ts';

type Value = number | boolean;

/** Reads the mean of values; shares of repetitions that passed or failed are marked as such. */
function meanOf(
  metric: Partial<Metric>,
  values: readonly Value[],
  isShare = (value: Value): boolean => typeof value === 'boolean',
) {
  const collected = collectMean({ source: 'evaluator', range: { low: 0, high: 1 }, ...metric } as Metric); // only these are read
  for (const value of values) collected.add({ value, isFlaky: false, isShare: isShare(value) });
  return collected.read(0.95);
}

const between = (low: number, high: number) => ({
  asymmetricMatch: (interval: unknown) => {
    if (!Array.isArray(interval)) return false;
    const [from, to] = interval as [number, number];
    return from >= low && from < to && to <= high;
  },
});

test('without values there is no interval', () => {
  expect(meanOf({}, [])).toMatchObject({ count: 0, interval: null });
  expect(meanOf({}, [])).not.toHaveProperty('method');
});

test('passes and failures are a share, by Wilson', () => {
  expect(meanOf({}, [true, true, true, false])).toMatchObject({
    count: 4,
    mean: 0.75,
    method: 'wilson',
    range: { low: 0, high: 1 },
    interval: [expect.closeTo(0.3006, 4), expect.closeTo(0.9544, 4)],
  });
});

test.each<[string, Partial<Metric>, readonly Value[], object]>([
  [
    'scores of a known range',
    {},
    [0.2, 0.4],
    { method: 'betting', range: { low: 0, high: 1 }, interval: between(0, 1) },
  ],
  [
    'scores of another range',
    { range: { low: -10, high: 10 } },
    [2, 4],
    { method: 'betting', range: { low: -10, high: 10 }, interval: between(-10, 10) },
  ],
  [
    'scores of an unknown range',
    { range: null },
    [2, 4],
    { method: 'student', range: null, interval: between(-99, 99) },
  ],
  ['scores outside of their range', {}, [0.5, 2], { method: 'student', range: null, interval: between(-99, 99) }],
  ['scores below their range', {}, [-0.5, 0.5], { method: 'student', range: null, interval: between(-99, 99) }],
  [
    'distances, which are at least 0',
    { range: { low: 0, high: Infinity } },
    [1, 100],
    { method: 'student', range: { low: 0, high: null }, interval: between(0, 9999) },
  ],
  [
    'costs',
    { source: 'cost', range: null },
    [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3],
    { method: 'lognormal', range: null, interval: between(0, 9999) },
  ],
  [
    'costs of which one is 0',
    { source: 'cost', range: null },
    [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 0],
    { method: 'lognormal', interval: between(1, 3) },
  ],
])('%s have their own interval', (_, metric, values, expected) => {
  expect(meanOf(metric, values)).toMatchObject(expected);
});

test('shares of repetitions are between 0 and 1, whatever the range', () => {
  const shares = meanOf({ range: null }, [0.5, 1], () => true);
  expect(shares).toMatchObject({ method: 'betting', range: { low: 0, high: 1 }, interval: between(0, 1) });
  expect(meanOf({ range: null }, [0.5, 1], (value) => value === 1)).toMatchObject({ method: 'student', range: null });
});

test('one number among passes makes all of them scores', () => {
  expect(meanOf({}, [true, 0.5]).method).toBe('betting');
  expect(meanOf({}, [0.5, true]).method).toBe('betting');
});
