import { expect, test } from 'vitest';
import { humanStatus } from '../../../../src/playground/human-evaluations/human-status.ts';

test.each([
  ['EVALUATION_INITIALIZED', 'open'],
  ['EVALUATION_STARTED', 'open'],
  ['EVALUATION_FINISHED', 'finished'],
  ['EVALUATION_FINISHED_WITH_ERRORS', 'finished with errors'],
  ['CLOSED', 'closed'],
])('the state %s reads %s', (value, text) => {
  expect(humanStatus(value)).toBe(text);
});
