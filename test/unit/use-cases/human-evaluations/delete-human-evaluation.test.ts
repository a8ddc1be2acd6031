import { expect, test } from 'vitest';
import type { HumanEvaluation } from '../../../../src/contract/human-evaluations/human-evaluation.ts';
import { deleteHumanEvaluation } from '../../../../src/use-cases/human-evaluations/delete-human-evaluation.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const RECORD = { id: 'h1', app_id: 'a1' } as HumanEvaluation;

test('the deletion is asked for by its id, and read back from a service that is not wf', async () => {
  const { client, calls } = fakeClient({
    deleteHumanEvaluations: async () => undefined,
    listHumanEvaluations: async () => [],
    extensions: async () => null,
  });
  expect(await deleteHumanEvaluation(client, RECORD)).toBeNull();
  expect(calls.find(({ name }) => name === 'deleteHumanEvaluations')?.input).toEqual({
    body: { evaluations_ids: ['h1'] },
  });
});

test('a service that confirms the deletion and still lists the record is not believed', async () => {
  const { client } = fakeClient({
    deleteHumanEvaluations: async () => undefined,
    listHumanEvaluations: async () => [RECORD],
    extensions: async () => null,
  });
  await expect(deleteHumanEvaluation(client, RECORD)).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'The service confirmed the deletion of human evaluation h1, and still lists it.',
    nextSteps: ['wf human-eval list'],
  });
});
