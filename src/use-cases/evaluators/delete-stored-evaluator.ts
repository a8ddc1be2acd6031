import type { Client } from '../../client/create-client.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import { confirmDeletion } from '../records/confirm-write.ts';

/**
 * Deletes a stored configuration of an evaluator.
 *
 * @returns a warning if the result could not be read back
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the deletion and still lists the configuration
 */
export async function deleteStoredEvaluator(
  client: Client,
  appId: string,
  { id, name }: EvaluatorConfig,
): Promise<string | null> {
  await client.deleteEvaluatorConfig({ evaluator_config_id: id });
  return await confirmDeletion({
    client,
    what: `evaluator configuration ${name}`,
    list: async () => (await client.listEvaluatorConfigs({ app_id: appId })).map((config) => config.id),
    id,
    nextStep: 'wf evaluators list --stored',
  });
}
