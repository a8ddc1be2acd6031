import { expect, test } from 'vitest';
import { correctForNumber, leastSignTestCount, signTest } from '../../../../src/evaluation/statistics/exact-tests.ts';

// Reference values without another source: SciPy 1.17.1 and statsmodels 0.15.0, by the call named above each table.

// scipy.stats.binomtest(a, a + b, 0.5).pvalue; R: mcnemar.exact of exact2x2 on the same discordant pairs
test.each([
  [5, 15, 0.04138946533203125],
  [0, 4, 0.125],
  [12, 12, 1],
  [1, 0, 1],
  [120, 165, 0.009033430049835372],
  [59, 16, 6.114156572521501e-7],
  [0, 0, 1],
])('%d rows better and %d worse have p = %d', (better, worse, p) => {
  expect(signTest(better, worse)).toBeCloseTo(p, 12);
});

// statsmodels.stats.multitest.multipletests(p, method='holm')[1]
test.each([
  [
    [0.01, 0.04, 0.03, 0.005],
    [0.03, 0.06, 0.06, 0.02],
  ],
  [
    [0.6, 0.02, 0.02, 0.5, 0.9],
    [1, 0.1, 0.1, 1, 1],
  ],
  [[], []],
])('Holm corrects %j to %j', (given, corrected) => {
  const rounded = correctForNumber(given, 0.05).map(({ pValue }) => Number(pValue.toFixed(12)));
  expect(rounded).toEqual(corrected);
});

test('Holm says how many tests share the error rate with each', () => {
  const testsOf = (given: readonly number[]) => correctForNumber(given, 0.05).map(({ tests }) => tests);
  expect(testsOf([0.01, 0.04, 0.03, 0.005])).toEqual([3, 2, 2, 4]);
  expect(testsOf([0.6, 0.02, 0.5])).toEqual([3, 3, 3]);
  expect(testsOf([0.01, 0.02, 0.04])).toEqual([3, 2, 1]);
});

test('changed rows that all change in one direction are found from this number on', () => {
  expect([0.05, 0.05 / 3, 0.0625].map(leastSignTestCount)).toEqual([6, 7, 6]);
  expect([signTest(7, 0) < 0.05 / 3, signTest(6, 0) < 0.05 / 3]).toEqual([true, false]);
});
