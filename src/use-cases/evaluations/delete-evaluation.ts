import type { Client } from '../../client/create-client.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { confirmDeletion } from '../records/confirm-write.ts';

/**
 * Deletes an evaluation.
 *
 * @returns a warning if the result could not be read back
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the deletion and still lists the evaluation
 */
export async function deleteEvaluation(
  client: Client,
  { id, app_id }: Pick<Evaluation, 'id' | 'app_id'>,
): Promise<string | null> {
  await client.deleteEvaluations({ body: { evaluations_ids: [id] } });
  return await confirmDeletion({
    client,
    what: `evaluation ${id}`,
    list: async () => (await client.listEvaluations({ app_id })).map((evaluation) => evaluation.id),
    id,
    nextStep: 'wf eval list',
  });
}
