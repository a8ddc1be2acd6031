import { expect, test } from 'vitest';
import { patternSteps } from '../../../../../src/evaluation/evaluators/text/pattern-steps.ts';

const FEW = 1_000_000;

test.each([
  ['^ok$', 10_000],
  ['(\\w+)@(\\w+)\\.com', 60],
  ['yes|no|perhaps', 100_000],
  ['\\d{4}-\\d{2}', 90],
  ['[*+?|(){}]', 10_000],
  ['\\)\\+', 10_000],
  ['^\\p{L}\\P{Script=Greek}$', 100_000],
])('/%s/ takes few steps for %d characters', (pattern, length) => {
  expect(patternSteps(pattern, length)).toBeLessThanOrEqual(FEW);
});

test.each([
  ['(a+)+$', 30],
  ['(?:a|a)*$', 30],
  ['(?:a|a)'.repeat(30), 30],
  ['a?'.repeat(30), 30],
  [`${'a*'.repeat(9)}$`, 2000],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 30],
  ['(a*)\\1$', 2000],
  ['a*b', 100_000],
  ['\\p{1,}\\p{1,}$', 2000],
  ['x'.repeat(2_000_000), 1],
])('a pattern may take many steps: %#', (pattern, length) => {
  expect(patternSteps(pattern, length)).toBeGreaterThan(FEW);
});

test.each([
  ['ok', 5, 6 + 2],
  ['a*b?|c', 2, 3 ** 2 * 2 * 2 + 6],
  ['(a|b)(c|d|e)', 1, 2 * 2 * 3 + 12],
  ['a{2}b+', 3, 4 ** 3 + 6],
  ['(a)b\\1', 3, 4 ** 2 + 6],
  ['(?<n>a)b\\k', 3, 4 ** 2 * 2 + 10],
  ['\\p{L}\\p{Script=Greek}', 3, 4 + 21],
  ['[*|]\\*\\|', 3, 4 + 8],
])('/%s/ takes %d characters through so many steps', (pattern, length, steps) => {
  expect(patternSteps(pattern, length)).toBe(steps);
});

test.each(['(a)*', '(a)+', '(a){2}'])('/%s/ may take any number of steps', (pattern) => {
  expect(patternSteps(pattern, 1)).toBe(Infinity);
});
