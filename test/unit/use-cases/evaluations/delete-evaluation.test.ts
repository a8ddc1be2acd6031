import { expect, test } from 'vitest';
import { deleteEvaluation } from '../../../../src/use-cases/evaluations/delete-evaluation.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { evaluationOf } from '../../../helpers/evaluation-records.ts';

const RECORD = evaluationOf({ id: 'e1' });

test('the deletion is asked for by its id, and read back from a service that is not wf', async () => {
  const { client, calls } = fakeClient({
    deleteEvaluations: async () => undefined,
    listEvaluations: async () => [],
    extensions: async () => null,
  });
  expect(await deleteEvaluation(client, RECORD)).toBeNull();
  expect(calls.find(({ name }) => name === 'deleteEvaluations')?.input).toEqual({ body: { evaluations_ids: ['e1'] } });
});

test('a service that confirms the deletion and still lists the record is not believed', async () => {
  const { client } = fakeClient({
    deleteEvaluations: async () => undefined,
    listEvaluations: async () => [RECORD],
    extensions: async () => null,
  });
  await expect(deleteEvaluation(client, RECORD)).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'The service confirmed the deletion of evaluation e1, and still lists it.',
    nextSteps: ['wf eval list'],
  });
});
