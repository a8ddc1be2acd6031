import { expect, test } from 'vitest';
import { describeChangedCode } from '../../../../src/ui/deployments/describe-changed-code.ts';

test.each([
  [true, false, "The workflow's sources changed since the last deploy; this runs the deployed version."],
  [false, true, 'The evaluators changed since the last deploy; this runs the deployed versions.'],
  [
    true,
    true,
    "The workflow's sources and the evaluators changed since the last deploy; this runs the deployed versions.",
  ],
])('changed sources (%s) and evaluators (%s) are reported with the used versions', (workflow, evaluators, words) => {
  expect(describeChangedCode({ workflow, evaluators })).toBe(`Warning: ${words} Next: wf deploy`);
});
