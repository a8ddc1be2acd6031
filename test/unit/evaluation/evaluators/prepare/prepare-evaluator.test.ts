import { expect, test } from 'vitest';
import { FEW_STEPS } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import { patternSteps } from '../../../../../src/evaluation/evaluators/text/regex-test.ts';

test.each([
  ['^ok$', 10_000],
  [String.raw`(\w+)@(\w+)\.com`, 60],
  ['yes|no|perhaps', 100_000],
  [String.raw`\d{4}-\d{2}`, 90],
  ['[*+?|(){}]', 10_000],
  [String.raw`\)\+`, 10_000],
  [String.raw`^\p{L}\P{Script=Greek}$`, 100_000],
])('the pattern %s ends soon, for %d characters', (source, length) => {
  expect(patternSteps(source, length)).toBeLessThanOrEqual(FEW_STEPS);
});

test.each([
  ['(a+)+$', 30],
  ['(?:a|a)*$', 30],
  ['(?:a|a)'.repeat(30), 30],
  ['a?'.repeat(30), 30],
  [`${'a*'.repeat(9)}$`, 2000],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 30],
  [String.raw`(a*)\1$`, 2000],
  ['a*b', 100_000],
  [String.raw`\p{1,}\p{1,}$`, 2000],
  ['(a){2}', 1],
])('the pattern %s may take long, for %d characters', (source, length) => {
  expect(patternSteps(source, length)).toBeGreaterThan(FEW_STEPS);
});
