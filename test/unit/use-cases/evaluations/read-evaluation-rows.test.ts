import { expect, test } from 'vitest';
import { statusResult } from '../../../../src/contract/evaluations/evaluation-status.ts';
import { readEvaluationRows, requireComplete } from '../../../../src/use-cases/evaluations/read-evaluation-rows.ts';
import { collect } from '../../../helpers/collect.ts';
import { evaluationOf, rowOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

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

test('the reason of a failure is in the message', () => {
  const status = { ...statusResult('EVALUATION_FAILED'), error: { message: 'the judge is gone' } } as never;
  expect(() => requireComplete(evaluationOf({ id: 'e', status }))).toThrow(
    'Evaluation e has no complete results: its status is "EVALUATION_FAILED", the judge is gone',
  );
});

test('rows are read page by page, each time anew', async () => {
  const row = rowOf({ input: 'a' });
  const { client, calls } = fakeClient({ listEvaluationScenarios: async () => [row] });
  const evaluation = evaluationOf({ id: 'e' });
  const read = readEvaluationRows(client, evaluation);
  expect([read.evaluation, calls]).toEqual([evaluation, []]);
  expect([await collect(read.rows()), await collect(read.rows())]).toEqual([[row], [row]]);
  expect(calls[0]).toEqual({ name: 'listEvaluationScenarios', input: { evaluation_id: 'e', limit: 1000 } });
});
