import { expect, test } from 'vitest';
import { describeChangedCode } from '../../../../src/ui/deployments/describe-changed-code.ts';

test.each([
  [true, false, "The workflow's sources changed since they were deployed; the deployed ones are called."],
  [false, true, 'The evaluators changed since they were deployed; the deployed ones judge.'],
  [
    true,
    true,
    "The workflow's sources and the evaluators changed since they were deployed; what is deployed is called and judges.",
  ],
])('changed sources (%s) and evaluators (%s) are told with what is used instead', (workflow, evaluators, words) => {
  expect(describeChangedCode({ workflow, evaluators })).toBe(`Warning: ${words} Next: wf deploy`);
});
