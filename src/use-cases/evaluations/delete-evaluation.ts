import type { Client } from '../../client/create-client.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';

/** Deletes an evaluation that was resolved before, with its rows. */
export async function deleteEvaluation(client: Client, { id }: Pick<Evaluation, 'id'>): Promise<void> {
  await client.deleteEvaluations({ body: { evaluations_ids: [id] } });
}
