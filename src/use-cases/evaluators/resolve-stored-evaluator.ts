import type { Client } from '../../client/create-client.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import { isStoredAs } from '../../contract/evaluators/stored-name.ts';
import { findRecord } from '../records/look-up-record.ts';

/**
 * Finds a stored configuration of an evaluator.
 *
 * @param typed - name, id or unique id prefix
 * @throws {WF_NOT_FOUND} when no configuration has that name
 */
export async function resolveStoredEvaluator(client: Client, appId: string, typed: string): Promise<EvaluatorConfig> {
  const records = await client.listEvaluatorConfigs({ app_id: appId });
  const named = records.filter((config) => isStoredAs(config.name, typed));
  return findRecord({
    kind: 'evaluator configuration',
    typed: named.length === 1 && named[0] !== undefined ? named[0].id : typed,
    records,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    nextSteps: ['wf evaluators list --stored'],
  });
}
