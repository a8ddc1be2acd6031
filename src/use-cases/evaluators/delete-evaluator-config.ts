import type { Client } from '../../client/create-client.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';

/** Deletes a stored configuration of an evaluator. */
export async function deleteEvaluatorConfig(client: Client, { id }: EvaluatorConfig): Promise<void> {
  await client.deleteEvaluatorConfig({ evaluator_config_id: id });
}
