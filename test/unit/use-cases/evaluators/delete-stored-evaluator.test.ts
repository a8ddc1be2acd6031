import { expect, test } from 'vitest';
import { deleteStoredEvaluator } from '../../../../src/use-cases/evaluators/delete-stored-evaluator.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { scoreOf } from '../../../helpers/evaluation-records.ts';

const RECORD = { ...scoreOf('exact_match', 1).evaluator_config, id: 'c1', name: 'strict' };

test('the deletion is asked for by its id, and read back from a service that is not wf', async () => {
  const { client, calls } = fakeClient({
    deleteEvaluatorConfig: async () => true,
    listEvaluatorConfigs: async () => [],
    extensions: async () => null,
  });
  expect(await deleteStoredEvaluator(client, 'a1', RECORD)).toBeNull();
  expect(calls.find(({ name }) => name === 'deleteEvaluatorConfig')?.input).toEqual({ evaluator_config_id: 'c1' });
});

test('a service that confirms the deletion and still lists the record is not believed', async () => {
  const { client } = fakeClient({
    deleteEvaluatorConfig: async () => true,
    listEvaluatorConfigs: async () => [RECORD],
    extensions: async () => null,
  });
  await expect(deleteStoredEvaluator(client, 'a1', RECORD)).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'The service confirmed the deletion of evaluator configuration strict, and still lists it.',
    nextSteps: ['wf evaluators list --stored'],
  });
});
