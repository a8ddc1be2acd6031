import type { Client } from '../../client/create-client.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import { findRecord } from '../records/find-record.ts';

/**
 * Finds a stored configuration of an evaluator.
 *
 * @param typed - name, id or unique id prefix
 * @throws {WF_NOT_FOUND} when no configuration has that name
 */
export async function resolveStoredEvaluator(client: Client, appId: string, typed: string): Promise<EvaluatorConfig> {
  return findRecord({
    kind: 'evaluator configuration',
    typed,
    records: await client.listEvaluatorConfigs({ app_id: appId }),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    nextSteps: ['wf evaluators list --stored'],
  });
}
