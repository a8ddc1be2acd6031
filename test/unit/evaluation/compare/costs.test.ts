import { expect, test } from 'vitest';
import { describeCosts } from '../../../../src/contract/evaluations/describe-comparison.ts';
import { billChangeInterval, unlimitedMeanInterval } from '../../../../src/evaluation/statistics/betting-on-costs.ts';
import { sampleOf } from '../../../../src/evaluation/statistics/betting.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
import { COSTS, EQUAL_BILLS } from '../../../helpers/error-rates/costs.ts';
import { createDraw } from '../../../helpers/error-rates/shapes.ts';
import { comparedOf, type Pair, simulateFalseVerdicts } from '../../../helpers/error-rates/simulate.ts';

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** 90 small rows 30 % cheaper, and 10 big ones 50 % dearer. */
const MIXED: Pair[] = [...times(90, [0.0001, 0.00007] as const), ...times(10, [0.02, 0.03] as const)];

test('a bill that a few dear rows raise is not better, although most rows are cheaper', () => {
  const cost = comparedOf('cost', MIXED);
  expect(cost).toMatchObject({ verdict: 'too skewed to say', target: 'mean', better: 90, worse: 10, p_value: null });
  expect(cost.change).toBeCloseTo(0.4656, 3);
  expect(cost.typical_ratio).toBeCloseTo(-0.245, 3);
  expect(cost.dominating).toHaveLength(5);
  expect(cost.dominating?.[0]?.share).toBeCloseTo(0.1028, 3);
});

test('rows of 3 % that are 30 times dearer raise the bill, and no verdict says otherwise', () => {
  const cost = comparedOf('cost', [...times(582, [0.001, 0.001] as const), ...times(18, [0.001, 0.03] as const)]);
  expect(cost.verdict).toBe('too skewed to say');
  expect(cost.change).toBeCloseTo(0.87, 6);
  expect(cost.gate_interval).toBeNull();
});

test('a bill that all rows lower alike is better', () => {
  const cost = comparedOf('cost', times(20, [0.01, 0.007]));
  expect(cost).toMatchObject({ verdict: 'better', method: 'sign_flips' });
  expect(cost.interval?.map((end) => Number(end.toFixed(9)))).toEqual([-0.3, -0.3]);
});

test('the bill, the typical case and the dominating rows are named where they could mislead', () => {
  const described = describeCosts({ metrics: [comparedOf('cost', MIXED)] });
  expect(described[0]).toMatch(
    /^cost: too skewed to say, because few cases decide the bill\. The greatest changes are in rows /,
  );
  expect(described[1]).toBe('cost: the bill changes by 46.6 %, a typical case by -24.5 %.');
  expect(describeCosts({ metrics: [comparedOf('cost', times(20, [1, 2]))] })).toEqual([]);
});

test.each(EQUAL_BILLS)('equal bills of $name have a verdict in at most 5 % of all comparisons', ({ from, pair }) => {
  for (const rows of [12, 40, 130].filter((each) => each >= from).slice(0, 1)) {
    const share = simulateFalseVerdicts({ name: '', kind: 'cost', alike: pair }, 1, { rows, runs: 60, seed: rows });
    // 5 % and twice the spread of so few runs.
    expect(share, `${rows} rows`).toBeLessThanOrEqual(0.12);
  }
});

test('equal bills look cheaper where rare dear rows have not occurred, which no method can tell', () => {
  const shape = EQUAL_BILLS.find(({ name }) => name.startsWith('3 %'));
  if (shape === undefined) throw new Error('No such bills.');
  const share = simulateFalseVerdicts({ name: '', kind: 'cost', alike: shape.pair }, 1, {
    rows: 20,
    runs: 60,
    seed: 1,
  });
  expect(share).toBeGreaterThan(0.3);
  // What betting that allows for such rows would ask for instead: more than 150 cases, where sign flips need 6.
  expect(comparedOf('cost', times(150, [1, 0.7])).gate_interval?.[1]).toBeGreaterThan(0);
  expect(comparedOf('cost', times(6, [1, 0.7])).verdict).toBe('better');
});

test.each(COSTS)('a mean of $name is falsely below a maximum in at most 2.5 % of all gates', ({ figure }) => {
  for (const rows of [3, 60, 300]) {
    const draw = createDraw(createRandom(rows));
    const passes = Array.from({ length: 15 }, () => {
      const [, high] = unlimitedMeanInterval(sampleOf(Array.from({ length: rows }, () => figure(draw))), 0.95);
      return high !== null && high <= 1;
    });
    expect(passes.filter(Boolean).length, `${rows} rows`).toBeLessThanOrEqual(2);
  }
});

test.each(EQUAL_BILLS)(
  'a bill of $name that is 10 % dearer passes falsely in at most 2.5 % of all gates',
  ({ pair }) => {
    for (const rows of [10, 60]) {
      const draw = createDraw(createRandom(rows));
      const passes = Array.from({ length: 40 }, () => {
        const pairs = Array.from({ length: rows }, () => pair(draw).map(Number));
        const figures = {
          before: Float64Array.from(pairs, ([before = 0]) => before),
          after: Float64Array.from(pairs, ([, after = 0]) => 1.1 * after),
        };
        return (billChangeInterval(figures, 0.95)?.[1] ?? Infinity) <= 0.1;
      });
      expect(passes.filter(Boolean).length, `${rows} rows`).toBeLessThanOrEqual(2);
    }
  },
);

test('an unchanged bill needs rows to rule out dearer ones, fewer where the greatest is known', () => {
  const unchanged = (rows: number) => ({
    before: new Float64Array(rows).fill(1),
    after: new Float64Array(rows).fill(1),
  });
  const high = (rows: number, greatest?: number) =>
    billChangeInterval(unchanged(rows), 0.95, greatest)?.[1] ?? Infinity;
  expect(high(480)).toBeGreaterThan(0.1);
  expect(high(520)).toBeLessThan(0.1);
  expect(high(120, 2)).toBeLessThan(0.1);
});
