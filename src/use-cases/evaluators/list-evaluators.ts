import type { Client } from '../../client/create-client.ts';
import type { Evaluator, EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';

/** Lists the built-in evaluators, and those that were deployed with an app. */
export async function listEvaluators(client: Client, appId: string | null): Promise<Evaluator[]> {
  return await client.listEvaluators(appId === null ? {} : { app_id: appId });
}

/** Lists the configurations of evaluators that are stored for an app. */
export async function listStoredEvaluators(client: Client, appId: string): Promise<EvaluatorConfig[]> {
  return await client.listEvaluatorConfigs({ app_id: appId });
}
