import { expect, test } from 'vitest';
import type { Draw } from '../helpers/error-rates/shapes.ts';
import type { BrokenShape } from '../helpers/error-rates/simulate.ts';
import {
  type EqualVariants,
  simulateChoices,
  simulateLooks,
  simulateMaximumLooks,
} from '../helpers/error-rates/simulate-spending.ts';

// Seeds are fixed. With 400 runs, a rate of 2.5 % is seen as up to 4 % in 97.5 % of all seeds.
const FALSE_PASSES = 0.04;
const RUNS = 400;
const LOOKS = { looks: 16, seed: 1 };
const FULL = () => 0.95;

/** Pass or fail: of these shares of the rows, one breaks and the other recovers, as much as is allowed. */
const passing = (broken: number, recovered: number): BrokenShape => ({
  name: `pass or fail, ${100 * broken} % of the rows break and ${100 * recovered} % recover`,
  kind: 'score',
  allowed: Number((broken - recovered).toFixed(2)),
  pair: ({ uniform }) => {
    const at = uniform();
    if (at < broken) return [true, false];
    return at < broken + recovered ? [false, true] : [true, true];
  },
});

test.each([
  { ...passing(0.05, 0), rows: 80, runs: RUNS },
  { ...passing(0.1, 0.05), rows: 10, runs: 100 },
])('sixteen looks at $name let few such changes pass', ({ rows, runs, ...shape }) => {
  const options = { ...LOOKS, rows, runs };
  expect(simulateLooks(shape, options)).toBeLessThanOrEqual(FALSE_PASSES);
  // Looking sixteen times at the full level is what this prevents.
  expect(simulateLooks(shape, options, FULL)).toBeGreaterThan(0.05);
});

test('sixteen looks at scores of which some break let few such changes pass', () => {
  const shape: BrokenShape = {
    name: 'scores',
    kind: 'score',
    allowed: 0.05,
    pair: ({ uniform }) => (uniform() < 0.05 ? [0.99, 0] : [0.95, 0.9495]),
  };
  expect(simulateLooks(shape, { ...LOOKS, rows: 40, runs: 20 })).toBeLessThanOrEqual(FALSE_PASSES);
});

test('sixteen looks at a cost at its confident maximum let few pass', () => {
  const figure = ({ uniform }: Draw) => (uniform() < 0.1 ? 5 : 1);
  const shape = { name: 'cost', kind: 'cost', bound: 'maximum', mean: 1.4, figure } as const;
  expect(simulateMaximumLooks(shape, { ...LOOKS, rows: 20, runs: 20 })).toBeLessThanOrEqual(FALSE_PASSES);
});

/** Ten variants that pass this share of the rows, 5 points less than the baseline. */
const equal = (share: number): EqualVariants => ({
  allowed: 0.05,
  row: ({ uniform }, variants) => [uniform() < share + 0.05, Array.from({ length: variants }, () => uniform() < share)],
});

const TEN = { rows: 40, variants: 10, runs: RUNS, seed: 1 };

test('of ten equal variants few pass, though the next best is gated after each that does not', () => {
  expect(simulateChoices(equal(0.75), 'next best', TEN)).toBeLessThanOrEqual(FALSE_PASSES);
});

test('the best of ten equal variants passes often at the full level, and sometimes when each is gated in turn', () => {
  expect(simulateChoices(equal(0.75), 'best', TEN, FULL)).toBeGreaterThan(0.08);
  expect(simulateChoices(equal(0.75), 'each in turn', TEN)).toBeLessThan(0.06);
});
