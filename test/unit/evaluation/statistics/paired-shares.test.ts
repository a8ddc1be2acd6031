import { describe, expect, test } from 'vitest';
import { sum } from '../../../../src/foundation/numbers.ts';
import { signTest } from '../../../../src/evaluation/statistics/hypothesis-tests.ts';
import { forecastPairedShares, pairedShareInterval } from '../../../../src/evaluation/statistics/paired-shares.ts';
import { shareInterval } from '../../../../src/evaluation/statistics/intervals.ts';
import { passingLosses, worstBoundRate, worstPassRate } from '../../../helpers/error-rates/enumerate.ts';

const intervalOf = (pairs: number, gained: number, lost: number, level = 0.95) =>
  pairedShareInterval({ pairs, gained, lost }, level) ?? [Number.NaN, Number.NaN];

describe('a gate passes a loss of exactly what it allows in at most 2.5 % of all samples, whatever else changes', () => {
  test.each([
    [10, [0.02, 0.05, 0.1, 0.3]],
    [20, [0.02, 0.05, 0.1]],
    [40, [0.01, 0.05, 0.1]],
    [80, [0.05]],
  ] as const)('of %d cases', (pairs, limits) => {
    for (const allowed of limits) {
      expect(worstPassRate(passingLosses(pairs, allowed), allowed)).toBeLessThanOrEqual(0.025 + 1e-9);
    }
  });

  test('at the levels that Holm leaves, too', () => {
    const level = 1 - 0.05 / 3;
    expect(worstPassRate(passingLosses(30, 0.1, level), 0.1)).toBeLessThanOrEqual((1 - level) / 2 + 1e-9);
  });
});

test('a confident minimum passes a share just below it in at most 2.5 % of all samples', () => {
  for (const cases of [1, 2, 3, 5, 10, 15, 20, 42, 50, 80, 120, 500, 5000]) {
    expect(worstBoundRate(cases)).toBeLessThanOrEqual(0.025 + 1e-9);
  }
});

test.each([0.9, 0.95, 1 - 0.05 / 3, 0.99, 1 - 0.05 / 160])(
  'at the level %d, intervals of up to 15 pairs exclude 0 exactly where the test shows a difference',
  (level) => {
    const alpha = Number((1 - level).toPrecision(12));
    for (let pairs = 1; pairs <= 15; pairs += 1) {
      for (let gained = 0; gained <= pairs; gained += 1) {
        for (let lost = 0; lost <= Math.min(gained, pairs - gained); lost += 1) {
          const [low, high] = intervalOf(pairs, gained, lost, level);
          expect([pairs, gained, lost, low > 0, high < 0]).toEqual([
            pairs,
            gained,
            lost,
            gained > lost && signTest(gained, lost) < alpha,
            false,
          ]);
        }
      }
    }
  },
);

test('the two directions mirror each other, and the interval contains the difference', () => {
  for (const [pairs, gained, lost] of [
    [30, 2, 3],
    [100, 20, 4],
    [7.0, 1.5, 0.25],
  ] as const) {
    const [low, high] = intervalOf(pairs, gained, lost);
    expect(intervalOf(pairs, lost, gained)).toEqual([-high, -low]);
    expect(low).toBeLessThan((gained - lost) / pairs);
    expect(high).toBeGreaterThan((gained - lost) / pairs);
  }
});

// No method could do with fewer: (1 − allowed)^n ≤ 0.025.
test.each([
  [0.05, 73, 72],
  [0.02, 183, 183],
  [0.01, 368, 368],
])('unchanged pairs rule out a loss of %d from %d on', (allowed, pairs, least) => {
  expect(least).toBe(Math.ceil(Math.log(0.025) / Math.log1p(-allowed)));
  expect(intervalOf(pairs, 0, 0)[0]).toBeGreaterThanOrEqual(-allowed);
  expect(intervalOf(pairs - 1, 0, 0)[0]).toBeLessThan(-allowed);
});

// Brute force by scipy's multinomial distribution: references.py. The search adds a margin of 0.2 % of the chance.
test.each([
  [20, 0, 0, 0.95, 0.18437706702467965],
  [30, 2, 3, 0.95, 0.20793831994994635],
  [40, 0, 0, 0.95, 0.0880972981344051],
  [40, 5, 5, 0.95, 0.16919687210548748],
  [40, 1, 8, 0.95, 0.3321806145205332],
  [25, 3, 2, 0.995, 0.2760006072059914],
])('of %d pairs, %d gained and %d lost rule out, at %d, losses above %d', (pairs, gained, lost, level, loss) => {
  const bound = -intervalOf(pairs, gained, lost, level)[0];
  expect(bound).toBeGreaterThanOrEqual(loss - 1e-7);
  expect(bound).toBeLessThanOrEqual(loss * 1.002);
});

test('no pairs have no interval', () => {
  expect(pairedShareInterval({ pairs: 0, gained: 0, lost: 0 }, 0.95)).toBeNull();
});

describe('cases that were repeated', () => {
  // Five values of a case's difference, each with its chance, and all samples of six such cases.
  test.each([
    [0.5, [0.1, 0.1, 0.1, 0.1]],
    [0.5, [0.02, 0.4, 0, 0.05]],
    [1 / 3, [0, 0.5, 0.1, 0]],
    [2 / 3, [0.3, 0.05, 0.2, 0.05]],
    [0.1, [0.3, 0, 0.28, 0.04]],
  ] as const)('by %d err in at most 2.5 %% on either side', (part, chances) => {
    const [lost, partLost, gained, partGained] = chances;
    const mean = gained + part * partGained - lost - part * partLost;
    let [low, high, found] = [0, 0, 0];
    for (const { counts, chance } of samplesOf(6, [...chances, 1 - sum(chances)])) {
      const [a = 0, b = 0, c = 0, d = 0] = counts;
      const [gains, losses] = [c + part * d, a + part * b];
      const interval = intervalOf(6, gains, losses);
      if (interval[0] > mean + 1e-9) low += chance;
      if (interval[1] < mean - 1e-9) high += chance;
      if (Math.abs(mean) < 1e-9 && signTest(gains, losses) < 0.05) found += chance;
    }
    expect(Math.max(low, high)).toBeLessThanOrEqual(0.025);
    expect(found).toBeLessThanOrEqual(0.05);
  });

  test.each([
    [3, 0.5, 0.1],
    [8, 0.5, 0.05],
    [8, 1 / 3, 0.3],
    [15, 0.1, 0.01],
    [15, 2 / 3, 0.2],
  ])(
    '%d of them, which pass %d at times, have a share that errs in at most 2.5 %% on either side',
    (count, part, share) => {
      for (let step = 1; step < 20; step += 1) {
        const passed = (1 - share) * (step / 20);
        const mean = passed + part * share;
        let [low, high] = [0, 0];
        for (const { counts, chance } of samplesOf(count, [passed, share, 1 - passed - share])) {
          const interval = shareInterval((counts[0] ?? 0) + part * (counts[1] ?? 0), count, 0.95) ?? [0, 1];
          if (interval[0] > mean) low += chance;
          if (interval[1] < mean) high += chance;
        }
        expect(Math.max(low, high)).toBeLessThanOrEqual(0.025);
      }
    },
  );

  test('have an interval between those of the whole numbers', () => {
    const [one, middle, other] = [2, 2.5, 3].map((lost) => intervalOf(40, 2, lost)[0]);
    expect(middle).toBeCloseTo(((one ?? 0) + (other ?? 0)) / 2, 9);
  });
});

/** Lists all samples of so many cases with their chances. */
function samplesOf(cases: number, chances: readonly number[]): { counts: number[]; chance: number }[] {
  const [first = 0, ...others] = chances;
  if (others.length === 0) return [{ counts: [cases], chance: first ** cases }];
  return Array.from({ length: cases + 1 }, (_, count) => count).flatMap((count) =>
    samplesOf(cases - count, others).map(({ counts, chance }) => ({
      counts: [count, ...counts],
      chance: chance * first ** count * waysOf(cases, count),
    })),
  );
}

function waysOf(cases: number, count: number): number {
  let ways = 1;
  for (let index = 1; index <= count; index += 1) ways *= (cases - count + index) / index;
  return ways;
}

test('a million pairs take little time and have nearly the interval of a plan', () => {
  const start = performance.now();
  const shares = { pairs: 1_000_000, gained: 101_000, lost: 100_000 };
  const exact = intervalOf(shares.pairs, shares.gained, shares.lost);
  expect(performance.now() - start).toBeLessThan(5000);
  const [low, high] = forecastPairedShares(shares, 0.95) ?? [];
  expect([low, high]).toEqual([expect.closeTo(exact[0], 5), expect.closeTo(exact[1], 5)]);
});
