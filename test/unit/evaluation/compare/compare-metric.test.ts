import { expect, test } from 'vitest';
import { compareMetric, GATE_REACH, toChanges } from '../../../../src/evaluation/compare/compare-metric.ts';
import type { Metric } from '../../../../src/evaluation/compare/metrics.ts';

const METRIC: Metric = {
  name: 'exact_match',
  id: 'exact_match',
  key: 'exact_match',
  evaluator: 'auto_exact_match',
  source: 'evaluator',
  isTimed: false,
  goal: 'higher',
  range: { low: 0, high: 1 },
  read: () => null,
};
const LATENCY: Metric = { ...METRIC, name: 'latency', source: 'latency', isTimed: true, goal: 'lower', range: null };
const NOW = { isWarmUp: false, isInterleaved: true, isShared: false, lastsAsLong: false };

const valueOf = (value: number | boolean | null, isShare = typeof value === 'boolean') => ({
  value,
  isShare,
  isFlaky: false,
});

test('passes and failures are counted row by row', () => {
  const compared = compareMetric(METRIC, 1);
  const rows = [
    [true, true],
    [true, false],
    [false, true],
    [false, true],
    [false, false],
  ] as const;
  const gains = rows.map(([before, after]) => compared.add(valueOf(before), valueOf(after)));
  expect(gains).toEqual([0, -1, 1, 1, 0]);
  expect(compared.add(valueOf(null), valueOf(true))).toBe(0);
  expect(compared.add(valueOf(true), valueOf(null))).toBe(0);
  const { facts, isInterleaved } = compared.read(0.95);
  expect(isInterleaved).toBe(true);
  expect(facts).toEqual({
    metric: 'exact_match',
    kind: 'pass_fail',
    goal: 'higher',
    pairs: 5,
    better: 2,
    worse: 1,
    same: 2,
    variance: expect.closeTo(0.7, 12) as number,
    scale: 'difference',
    baseline: 0.4,
    candidate: 0.6,
    difference: expect.closeTo(0.2, 12) as number,
    change: expect.closeTo(0.2, 12) as number,
    gate_interval: [expect.any(Number), expect.any(Number)],
    method: 'newcombe',
    range: [0, 1],
    p_value: 1,
    missing: 2,
    calls: null,
  });
});

test.each([
  ['without rows of both', METRIC, 'pass_fail', 'newcombe'],
  ['of a latency', LATENCY, 'latency', 'sign_flips'],
  ['of a cost', { ...LATENCY, source: 'cost' as const, isTimed: false }, 'cost', 'sign_flips'],
])('a comparison %s has no figures', (_, metric, kind, method) => {
  const { facts, answer } = compareMetric(metric, 1).read(0.95);
  expect(answer).toBeNull();
  expect(facts).toMatchObject({
    kind,
    method,
    pairs: 0,
    baseline: null,
    candidate: null,
    difference: null,
    change: null,
    gate_interval: null,
    range: null,
    p_value: null,
    missing: 0,
  });
});

test('latencies of first and of shared calls are left out, each counted once', () => {
  const compared = compareMetric(LATENCY, 1);
  const add = (before: number, after: number, change: Partial<typeof NOW> = {}) =>
    compared.add(valueOf(before), valueOf(after), { ...NOW, ...change });
  expect(add(2, 1)).toBe(1);
  expect(add(1, 2)).toBe(-1);
  expect(add(1, 2, { lastsAsLong: true })).toBe(0);
  expect([add(2, 1, { isWarmUp: true }), add(2, 1, { isShared: true })]).toEqual([0, 0]);
  expect(add(2, 1, { isWarmUp: true, isShared: true })).toBe(0);
  const { facts } = compared.read(0.95);
  expect(facts).toMatchObject({
    kind: 'latency',
    scale: 'ratio',
    pairs: 3,
    better: 1,
    worse: 1,
    same: 1,
    range: null,
    calls: { warm_up: 2, shared: 1, interleaved: 3, apart: 0 },
  });
});

test.each([
  [2, 2, true, 2],
  [1, 2, false, 3],
])('of %i interleaved calls and %i others, half are enough', (together, apart, isInterleaved, pairs) => {
  const compared = compareMetric(LATENCY, 1);
  for (let row = 0; row < together; row += 1) compared.add(valueOf(2), valueOf(1), NOW);
  for (let row = 0; row < apart; row += 1) compared.add(valueOf(2), valueOf(1), { ...NOW, isInterleaved: false });
  const { facts, isInterleaved: found } = compared.read(0.95);
  expect(found).toBe(isInterleaved);
  expect(facts).toMatchObject({ pairs, calls: { interleaved: together, apart } });
});

test('ratios are shown as changes, and each counts as ten at most for a gate', () => {
  expect(GATE_REACH).toBeCloseTo(Math.log(10), 12);
  expect(toChanges([Math.log(0.5), Math.log(3)], 'ratio')).toEqual([
    expect.closeTo(-0.5, 12) as number,
    expect.closeTo(2, 12) as number,
  ]);
  expect(toChanges([-0.5, 2], 'difference')).toEqual([-0.5, 2]);
  expect(toChanges(null, 'ratio')).toBeNull();
});

test('scores of a known range are compared by betting, others by sign flips', () => {
  const scored = (metric: Metric, values: readonly number[]) => {
    const compared = compareMetric(metric, 1);
    for (const value of values) compared.add(valueOf(value), valueOf(value / 2));
    return compared.read(0.95).facts;
  };
  expect(scored(METRIC, [0.5, 1])).toMatchObject({ kind: 'score', method: 'betting', range: [0, 1], worse: 2 });
  const unknown = scored({ ...METRIC, range: null }, [5, 10]);
  expect(unknown).toMatchObject({ kind: 'score', method: 'sign_flips', range: null, gate_interval: null });
  expect(unknown).toMatchObject({ baseline: 7.5, candidate: 3.75, difference: -3.75, change: -3.75 });
});
