import { expect, test } from 'vitest';
import { atEdge, BREAKING_SCORES, DEAR_TENTH, equalVariants } from '../helpers/error-rates/spending-shapes.ts';
import {
  simulateChoices,
  simulateGrowingChoices,
  simulateLooks,
  simulateMaximumLooks,
} from '../helpers/error-rates/simulate-spending.ts';

// Seeds are fixed. With 400 runs, a rate of 2.5 % is seen as up to 4 % in 97.5 % of all seeds.
const FALSE_PASSES = 0.04;
const RUNS = 400;
const LOOKS = { looks: 16, seed: 1 };
const FULL = () => 0.95;

test.each([
  { ...atEdge(0.05, 0), rows: 80, runs: RUNS },
  { ...atEdge(0.1, 0.05), rows: 10, runs: 100 },
])('sixteen looks at $name let few such changes pass', ({ rows, runs, ...shape }) => {
  const options = { ...LOOKS, rows, runs };
  expect(simulateLooks(shape, options)).toBeLessThanOrEqual(FALSE_PASSES);
  // Looking sixteen times at the full level is what this prevents.
  expect(simulateLooks(shape, options, FULL)).toBeGreaterThan(0.05);
});

test('sixteen looks at scores of which some break let few such changes pass', () => {
  expect(simulateLooks(BREAKING_SCORES, { ...LOOKS, rows: 40, runs: 20 })).toBeLessThanOrEqual(FALSE_PASSES);
});

test('sixteen looks at a cost at its confident maximum let few pass', () => {
  expect(simulateMaximumLooks(DEAR_TENTH, { ...LOOKS, rows: 20, runs: 20 })).toBeLessThanOrEqual(FALSE_PASSES);
});

const TEN = { rows: 40, variants: 10, runs: RUNS, seed: 1 };

test('of ten equal variants few pass, though the next best is gated after each that does not', () => {
  expect(simulateChoices(equalVariants(0.75), 'next best', TEN)).toBeLessThanOrEqual(FALSE_PASSES);
});

test('the best of ten equal variants passes often at the full level, and sometimes when each is gated in turn', () => {
  expect(simulateChoices(equalVariants(0.75), 'best', TEN, FULL)).toBeGreaterThan(0.08);
  expect(simulateChoices(equalVariants(0.75), 'each in turn', TEN)).toBeLessThan(0.06);
});

test('variants that are added between looks at the best one seldom pass', () => {
  expect(simulateGrowingChoices(equalVariants(0.75), { ...TEN, runs: 200 })).toBeLessThan(0.06);
});
