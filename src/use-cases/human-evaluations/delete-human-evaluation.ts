import type { Client } from '../../client/create-client.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';

/** Deletes a human evaluation that was resolved before, with its votes. */
export async function deleteHumanEvaluation(client: Client, { id }: Pick<HumanEvaluation, 'id'>): Promise<void> {
  await client.deleteHumanEvaluations({ body: { evaluations_ids: [id] } });
}
