import type { Client } from '../../client/create-client.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { confirmDeletion } from '../records/confirm-write.ts';

/**
 * Deletes a human evaluation.
 *
 * @returns a warning if the result could not be read back
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the deletion and still lists the evaluation
 */
export async function deleteHumanEvaluation(
  client: Client,
  { id, app_id }: Pick<HumanEvaluation, 'id' | 'app_id'>,
): Promise<string | null> {
  await client.deleteHumanEvaluations({ body: { evaluations_ids: [id] } });
  return await confirmDeletion({
    client,
    what: `human evaluation ${id}`,
    list: async () => (await client.listHumanEvaluations({ app_id })).map((evaluation) => evaluation.id),
    id,
    nextStep: 'wf human-eval list',
  });
}
