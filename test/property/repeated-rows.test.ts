import { expect, test } from 'vitest';
import {
  ALIKE_COSTS,
  ALIKE_PASSES,
  failingInstead,
  simulateEvaluations,
} from '../helpers/error-rates/simulate-evaluations.ts';

// With 100 runs, a rate of 5 % is seen as up to 10 % in 97.5 % of all seeds; rows that counted as cases had 25 to 50 %.
test.each([
  ['exact_match', 1, ALIKE_PASSES],
  ['exact_match', 3, ALIKE_PASSES],
  ['exact_match', 10, ALIKE_PASSES],
  ['cost', 3, ALIKE_COSTS],
  ['cost', 10, ALIKE_COSTS],
] as const)('%s of rows that are %d times in the test set has few false verdicts', async (metric, copies, draw) => {
  expect(await simulateEvaluations({ metric, cases: 30, runs: 100, copies, draw })).toBeLessThanOrEqual(0.1);
});

test.each([
  [40, 0, 0.5],
  [200, 0, 0.5],
  [100, 0.5, 0.5],
])('failing instead of answering wrong helps nobody, on %d rows', async (cases, before, after) => {
  const simulated = { metric: 'exact_match', cases, runs: 100, copies: 1, draw: failingInstead(before, after) };
  expect(await simulateEvaluations(simulated)).toBeLessThanOrEqual(0.1);
});
