import { expect, test } from 'vitest';
import {
  correctForNumber,
  leastSignTestCount,
  signTest,
  tailsOf,
  drawSignFlips,
  signFlipInterval,
  signFlipPValue,
} from '../../../../src/evaluation/statistics/hypothesis-tests.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
import { scriptedRandom } from '../../../helpers/scripted-random.ts';

function flipsOf(differences: readonly number[], counts = differences.map(() => 1), seed = 1) {
  return drawSignFlips({ sums: Float64Array.from(differences), counts: Float64Array.from(counts) }, createRandom(seed));
}

test('the interval excludes exactly the means with a small p-value', () => {
  const many = Array.from({ length: 40 }, (_, index) => Math.sin(index) + 0.4);
  for (const level of [0.9, 0.95, 0.99]) {
    const flips = flipsOf(many);
    const [low, high] = signFlipInterval(flips, level) ?? [NaN, NaN];
    const pAt = (mean: number) => signFlipPValue(flips, mean);
    expect(Math.min(pAt(low), pAt(high))).toBeGreaterThanOrEqual(1 - level - 1e-12);
    expect(Math.max(pAt(low - 1e-9), pAt(high + 1e-9))).toBeLessThan(1 - level);
  }
});

test('the tails of all flips have the ends of each interval up to their error rate', () => {
  const flips = flipsOf(Array.from({ length: 40 }, (_, index) => Math.sin(index) + 0.4));
  const tails = tailsOf(flips, 0.05);
  expect(tails.least.length + tails.greatest.length).toBeLessThan(0.06 * flips.draws);
  for (const level of [0.95, 0.97, 0.999])
    expect(signFlipInterval(tails, level)).toEqual(signFlipInterval(flips, level));
});

test('fewer than six differences refute nothing', () => {
  expect(signFlipInterval(flipsOf([1, 1, 1, 1, 1]), 0.95)).toBeNull();
  expect(signFlipPValue(flipsOf([1, 1, 1, 1, 1]), 0)).toBe(0.0625);
  expect(signFlipInterval(flipsOf([1, 1, 1, 1, 1, 1]), 0.95)).toEqual([1, 1]);
  expect(signFlipPValue(flipsOf([1, 1, 1, 1, 1, 1]), 0)).toBe(0.03125);
});

test('of many differences, a seeded sample of the flips is drawn', () => {
  const many = Array.from({ length: 13 }, (_, index) => index - 4);
  const [one, same, other] = [flipsOf(many), flipsOf(many), flipsOf(many, undefined, 2)];
  expect(one.least).toHaveLength(4999);
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
  expect(Math.abs(signFlipPValue(one, 0) - exactPValue(many))).toBeLessThan(0.01);
});

test('grouped differences are flipped together', () => {
  const flips = flipsOf([2, 6], [1, 3]);
  expect([flips.mean, ...flips.least]).toEqual([2, 2, 2, 2]);
});

function exactPValue(differences: readonly number[]): number {
  const total = differences.reduce((sum, each) => sum + each, 0);
  let extreme = 0;
  for (let flip = 0; flip < 2 ** differences.length; flip += 1) {
    const sum = differences.reduce((all, each, index) => all + ((flip >> index) % 2 === 0 ? each : -each), 0);
    if (sum >= total) extreme += 1;
  }
  return (2 * extreme) / 2 ** differences.length;
}

test('up to twelve differences, every subset is drawn once', () => {
  // The subsets of 1, 2 and 4 have the sums 1 to 7.
  expect([...flipsOf([1, 2, 4]).least]).toEqual([1, 1.5, 2, 7 / 3, 2.5, 3, 4]);
  expect(flipsOf(Array.from({ length: 12 }, () => 1)).least).toHaveLength(4095);
});

test('random draws use a word for each 32 differences, and an empty draw is the mean', () => {
  const many = { sums: Float64Array.from({ length: 34 }, (_, index) => index), counts: new Float64Array(34).fill(1) };
  const flips = (digits: string) => drawSignFlips(many, scriptedRandom(digits).random);
  expect(new Set(flips('0').least)).toEqual(new Set([16.5]));
  // The first difference of each word; the first two.
  expect(new Set(flips('1').least)).toEqual(new Set([(0 + 32) / 2]));
  expect(new Set(flips('3').least)).toEqual(new Set([(0 + 1 + 32 + 33) / 4]));
  const { random, bounds } = scriptedRandom('1');
  drawSignFlips(many, random);
  expect([bounds.length, new Set(bounds)]).toEqual([2 * 4999, new Set([2 ** 32])]);
});

test('differences beyond all doubles count as the greatest one', () => {
  const { mean, least } = flipsOf([Infinity, -Infinity]);
  expect([mean, ...least]).toEqual([0, -Number.MAX_VALUE, 0, Number.MAX_VALUE]);
});

test('no changed rows, and none to correct, show nothing', () => {
  expect([signTest(0, 0), correctForNumber([], 0.05)]).toEqual([1, []]);
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

test('flips that cancel each other count for both directions, whatever the last digits of their sum', () => {
  // 0.1 + 0.2 − 0.3 is 5.6e-17.
  const whole = signFlipPValue(flipsOf([1, 2, -3, 5, 6, 4]), 0);
  expect(signFlipPValue(flipsOf([0.1, 0.2, -0.3, 0.5, 0.6, 0.4]), 0)).toBe(whole);
});
