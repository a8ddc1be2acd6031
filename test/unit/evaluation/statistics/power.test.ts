import { expect, test } from 'vitest';
import { detectableDifference, pairsToFind, powerToFind } from '../../../../src/evaluation/statistics/power.ts';

// Reference values: test/fixtures/statistics/references.py.

test.each([
  [404, 0.05, 0.13, 1, 0.7727306966051911],
  [200, 0.0866, 0.2, 1, 0.7530604213570607],
  [250, 0.1, 0.2, 3, 0.8705332203447521],
])(
  '%d pairs find %d among %d discordant, of %d metrics, with this power',
  (pairs, difference, discordant, metrics, power) => {
    expect(powerToFind(pairs, difference, { discordant, metrics })).toBeCloseTo(power, 10);
  },
);

test.each([
  [0.2, 0.2, 1, 39],
  [0.1, 0.2, 1, 168],
  [0.1, 0.2, 3, 215],
  [0.2, 0.4, 1, 84],
])(
  'a difference of %d among %d discordant, of %d metrics, needs %d pairs',
  (difference, discordant, metrics, pairs) => {
    expect(pairsToFind(difference, { discordant, metrics })).toBe(pairs);
  },
);

test('the power of many pairs is summed in steps', () => {
  const options = { discordant: 0.2, metrics: 3 };
  const pairs = pairsToFind(0.005, options) ?? 0;
  expect(pairs).toBeGreaterThan(80_000);
  expect(powerToFind(pairs, 0.005, options)).toBeCloseTo(0.8, 3);
});

test('the least difference that is found needs the pairs there are', () => {
  const difference = detectableDifference(200, { discordant: 0.2 }) ?? 0;
  expect(powerToFind(200, difference, { discordant: 0.2 })).toBeCloseTo(0.8, 4);
  expect(powerToFind(200, difference - 1e-5, { discordant: 0.2 })).toBeLessThan(0.8);
});

test('ten pairs find nothing where a fifth of the rows differ', () => {
  expect(detectableDifference(10, { discordant: 0.2 })).toBeNull();
});

// test/fixtures/statistics/exact.py
test('the power of few pairs is the sum over all outcomes', () => {
  const few = { discordant: 0.8 };
  expect(powerToFind(12, 0.5, few)).toBeCloseTo(0.3875905743737517, 12);
  expect(powerToFind(12, 0.5, { ...few, level: 0.9 })).toBeCloseTo(0.496871985598787, 12);
  expect(powerToFind(12, 0.5, { ...few, metrics: 2 })).toBeCloseTo(0.28742842144816527, 12);
  expect(powerToFind(30, 0.4, { discordant: 0.5 })).toBeCloseTo(0.8999479867378676, 12);
  expect(powerToFind(30, 0.4, { discordant: 0.5, level: 0.95, metrics: 5 })).toBeCloseTo(0.7066541593847461, 12);
});

test('less power needs fewer pairs, and a lower level finds less', () => {
  expect(pairsToFind(0.5, { discordant: 0.8 })).toBe(26);
  expect(pairsToFind(0.5, { discordant: 0.8, power: 0.5 })).toBe(15);
  const [usual, less, strict] = [{}, { power: 0.5 }, { level: 0.99 }].map((options) =>
    detectableDifference(100, { discordant: 0.4, ...options }),
  );
  expect(less).toBeLessThan(usual ?? 0);
  expect(strict).toBeGreaterThan(usual ?? 1);
});

test('no number of pairs finds no difference', () => {
  expect(pairsToFind(0, { discordant: 0.2 })).toBeNull();
});
