import { expect, test } from 'vitest';
import { EVALUATION_STATUSES } from '../../../../src/contract/evaluations/result.ts';
import {
  hasFinished,
  isInterrupted,
  isResumable,
  isUnfinished,
  statusResult,
} from '../../../../src/contract/evaluations/evaluation-status.ts';

test('a status travels as a result', () => {
  expect(statusResult('EVALUATION_STARTED')).toEqual({ type: 'status', value: 'EVALUATION_STARTED' });
});

test('a failed status contains the reason', () => {
  expect(statusResult('EVALUATION_FAILED', { message: 'no column', stacktrace: null })).toEqual({
    type: 'status',
    value: 'EVALUATION_FAILED',
    error: { message: 'no column', stacktrace: null },
  });
});

test('only an evaluation that waits or runs is unfinished', () => {
  expect(EVALUATION_STATUSES.filter((status) => isUnfinished(statusResult(status)))).toEqual([
    'EVALUATION_INITIALIZED',
    'EVALUATION_STARTED',
  ]);
});

test('an evaluation is finished with errors or without', () => {
  expect(EVALUATION_STATUSES.filter((status) => hasFinished(statusResult(status)))).toEqual([
    'EVALUATION_FINISHED',
    'EVALUATION_FINISHED_WITH_ERRORS',
  ]);
});

test('an evaluation that ended before all rows had a result can be resumed', () => {
  expect(EVALUATION_STATUSES.filter((status) => isResumable(statusResult(status)))).toEqual([
    'EVALUATION_FINISHED_WITH_ERRORS',
    'EVALUATION_FAILED',
    'EVALUATION_AGGREGATION_FAILED',
    'EVALUATION_CANCELLED',
    'EVALUATION_INTERRUPTED',
  ]);
});

test('an interrupted evaluation has a status of its own', () => {
  expect(EVALUATION_STATUSES.filter((status) => isInterrupted(statusResult(status)))).toEqual([
    'EVALUATION_INTERRUPTED',
  ]);
});
