import { expect, test } from 'vitest';
import { statusResult } from '../../../../src/contract/evaluations/evaluation-status.ts';
import { requireComplete } from '../../../../src/use-cases/evaluations/read-evaluation-rows.ts';
import { evaluationOf } from '../../../helpers/evaluation-records.ts';

test.each(['EVALUATION_FINISHED', 'EVALUATION_FINISHED_WITH_ERRORS'] as const)('%s has all rows', (value) => {
  const evaluation = evaluationOf({ status: statusResult(value) });
  expect(requireComplete(evaluation)).toBe(evaluation);
});

test.each([
  ['EVALUATION_STARTED', 'wf eval watch e'],
  ['EVALUATION_INITIALIZED', 'wf eval watch e'],
  ['EVALUATION_CANCELLED', 'wf eval resume e'],
  ['EVALUATION_FAILED', 'wf eval resume e'],
] as const)('%s has not, and is brought to its end by %s', (value, step) => {
  expect(() => requireComplete(evaluationOf({ id: 'e', status: statusResult(value) }))).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: `Evaluation e has no complete results: its status is "${value}".`,
      nextSteps: [step],
    }),
  );
});
