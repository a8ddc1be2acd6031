import { expect, test } from 'vitest';
import { statusResult } from '../../../../src/contract/evaluations/evaluation-status.ts';
import { requireProgress } from '../../../../src/service/evaluations/evaluation-problem.ts';
import type { EvaluationRow } from '../../../../src/service/evaluations/queries/evaluations.ts';

const PROBLEM = new Error('The disk is full.');
const rowOf = (status: Parameters<typeof statusResult>[0]) =>
  ({ id: 'e', status: JSON.stringify(statusResult(status)) }) as EvaluationRow; // what is read of it
const problemOf = (id: string) => (id === 'e' ? PROBLEM : null);

test('the problem of an evaluation that cannot go on is thrown', () => {
  expect(() => requireProgress(rowOf('EVALUATION_STARTED'), problemOf)).toThrow(PROBLEM);
  expect(() => requireProgress(rowOf('EVALUATION_STARTED'), () => null)).not.toThrow();
});

test('an evaluation that has ended has no problem', () => {
  expect(() => requireProgress(rowOf('EVALUATION_FINISHED'), problemOf)).not.toThrow();
});
