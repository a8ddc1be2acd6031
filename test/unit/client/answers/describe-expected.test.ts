import { expect, test } from 'vitest';
import { describeExpected } from '../../../../src/client/answers/describe-expected.ts';

test.each([
  ['getEvaluation', 'an evaluation'],
  ['getTestset', 'a testset'],
  ['fetchArtifact', 'an artifact'],
  ['getEnvironmentRevisions', 'environment revisions'],
  ['getEvaluationStatus', 'an evaluation status'],
  ['listApps', 'a list of apps'],
  ['listAppVariants', 'a list of app variants'],
  ['createApp', 'the response to "create app"'],
  ['deployToEnvironment', 'the response to "deploy to environment"'],
])('%s answers %s', (name, expected) => {
  expect(describeExpected(name)).toBe(expected);
});
