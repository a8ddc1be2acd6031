import { expect, test } from 'vitest';
import { decideMetrics } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { checkNotWorse } from '../../../../src/evaluation/gate/check-bounds.ts';
import { leastCases } from '../../../../src/evaluation/gate/check-percentile.ts';
import type { GateRule } from '../../../../src/evaluation/gate/parse-gate.ts';
import { passLevel, type Spent } from '../../../../src/evaluation/gate/spend-level.ts';
import { leastBoundedCount, sampleOf } from '../../../../src/evaluation/statistics/betting.ts';
import { leastSignTestCount } from '../../../../src/evaluation/statistics/hypothesis-tests.ts';
import { unlimitedMeanInterval } from '../../../../src/evaluation/statistics/betting-on-costs.ts';
import { ROWS_PER_SLOW_CALL } from '../../../../src/evaluation/statistics/latency-ratios.ts';
import { comparePairs, type Pair, pairsOf } from '../../../helpers/error-rates/simulate.ts';

const FIRST: Spent = { look: 1, choices: 1 };
const FULL = 0.95;

function judge(kind: 'score' | 'cost', pair: Pair, cases: number, rule: Partial<GateRule>, level: number) {
  const [metric] = decideMetrics(
    [
      comparePairs(
        kind,
        pairsOf(cases, () => pair),
        1,
        level,
      ),
    ],
    0.95,
  );
  if (metric === undefined) throw new Error('One was compared.');
  const gate = { level, isPrimary: true, minimumPairs: 1, maximum_errors: 0 };
  return checkNotWorse(metric, { metric: kind, confident: false, ...rule }, gate);
}

// The numbers that docs/methods.md and docs/evaluations.md tell.
test.each([
  ['pass or fail', 'score', [true, true], 0.06, FIRST, 65],
  ['pass or fail', 'score', [true, true], 0.05, FIRST, 78],
  ['pass or fail', 'score', [true, true], 0.02, FIRST, 198],
  ['pass or fail', 'score', [true, true], 0.01, FIRST, 402],
  ['pass or fail', 'score', [true, true], 0.05, { look: 2, choices: 1 }, 140],
  ['pass or fail', 'score', [true, true], 0.05, { look: 3, choices: 1 }, 175],
  ['pass or fail', 'score', [true, true], 0.05, { look: 1, choices: 10 }, 145],
  ['scores', 'score', [0.5, 0.5], 0.05, FIRST, 103],
  ['costs', 'cost', [0.01, 0.01], '10%', FIRST, 528],
  ['costs of nothing', 'cost', [0, 0], '10%', FIRST, 528],
] as const)(
  'unchanged %s (%s %j) pass `not_worse_by: %s` of %j from %d cases on',
  (_, kind, pair, allowed, spent, least) => {
    const level = passLevel(0.95, spent);
    expect(judge(kind, pair, least, { not_worse_by: allowed }, level).verdict).toBe('passed');
    const fewer = judge(kind, pair, least - 1, { not_worse_by: allowed }, level);
    expect(fewer.verdict).toBe('inconclusive');
    // What the gate says beforehand is what it needs.
    expect(fewer.reason).toContain(`too few cases to say: ${least - 1} of at least ${least}`);
  },
);

test.each([
  [0.05, 73],
  [0.02, 183],
  [0.01, 368],
])('at the full level, unchanged answers would pass `not_worse_by: %d` from %d cases on', (allowed, least) => {
  expect(judge('score', [true, true], least, { not_worse_by: allowed }, FULL).verdict).toBe('passed');
  expect(judge('score', [true, true], least - 1, { not_worse_by: allowed }, FULL).verdict).toBe('inconclusive');
});

test('no method could pass unchanged answers with fewer than 77, 194 and 390 cases at a first look', () => {
  const error = (1 - passLevel(0.95, FIRST)) / 2;
  const unseen = [0.05, 0.02, 0.01].map((broken) => Math.ceil(Math.log(error) / Math.log(1 - broken)));
  expect(unseen).toEqual([77, 194, 390]);
});

test('a confident maximum of a cost needs 260 cases, and 517 where the mean is half of it', () => {
  const isBelow = (cost: number, cases: number, level: number) => {
    const [, high] = unlimitedMeanInterval(sampleOf(Array.from({ length: cases }, () => cost)), level);
    return high !== null && high <= 1;
  };
  const first = passLevel(0.95, FIRST);
  expect([259, 260].map((cases) => isBelow(0.0001, cases, first))).toEqual([false, true]);
  expect([516, 517].map((cases) => isBelow(0.5, cases, first))).toEqual([false, true]);
  expect([247, 248].map((cases) => isBelow(0.0001, cases, FULL))).toEqual([false, true]);
});

test('a confident maximum of a percentile needs 77 cases for the 95th, and 390 for the 99th', () => {
  const level = passLevel(0.95, FIRST);
  expect([leastCases(95, 'maximum', level), leastCases(99, 'maximum', level)]).toEqual([77, 390]);
});

test('a verdict on one metric needs 6 cases, 8 of scores of a known range, and 60 of slow calls', () => {
  expect([leastSignTestCount(0.05), leastBoundedCount(0.05)]).toEqual([6, 8]);
  const latencies = comparePairs('latency', [[1, 1]], 1).answer;
  expect(latencies?.leastPairs(0.05)).toBe(6);
  expect(leastSignTestCount(0.05) * ROWS_PER_SLOW_CALL).toBe(60);
});
