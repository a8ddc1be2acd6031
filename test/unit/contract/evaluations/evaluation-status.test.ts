import { expect, test } from 'vitest';
import {
  hasFinished,
  isInterrupted,
  isResumable,
  isUnfinished,
  statusResult,
} from '../../../../src/contract/evaluations/evaluation-status.ts';
import { EVALUATION_STATUSES } from '../../../../src/contract/evaluations/result.ts';

test('a status travels as a result, which contains the reason of a failure', () => {
  expect(statusResult('EVALUATION_STARTED')).toEqual({ type: 'status', value: 'EVALUATION_STARTED' });
  const error = { message: 'no column', stacktrace: null };
  expect(statusResult('EVALUATION_FAILED', error)).toEqual({ type: 'status', value: 'EVALUATION_FAILED', error });
});

test.each([
  ['unfinished: it waits or runs', isUnfinished, ['INITIALIZED', 'STARTED']],
  ['finished, with errors or without', hasFinished, ['FINISHED', 'FINISHED_WITH_ERRORS']],
  [
    'resumable: it ended before all rows had a result',
    isResumable,
    ['FINISHED_WITH_ERRORS', 'FAILED', 'AGGREGATION_FAILED', 'CANCELLED', 'INTERRUPTED'],
  ],
  ['interrupted', isInterrupted, ['INTERRUPTED']],
])('an evaluation is %s', (_, holds, statuses) => {
  const found = EVALUATION_STATUSES.filter((status) => holds(statusResult(status)));
  expect(found).toEqual(statuses.map((status) => `EVALUATION_${status}`));
});
