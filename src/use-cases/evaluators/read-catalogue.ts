import type { Client } from '../../client/create-client.ts';
import { findEvaluator } from '../../evaluation/evaluators/catalogue/evaluators.ts';
import type { EvaluatorCatalogue } from '../../evaluation/evaluators/settings/parse-evaluator-spec.ts';

/** Reads the evaluators that an app's users can name: its own ones and stored configurations. */
export async function readCatalogue(client: Client, appId: string): Promise<EvaluatorCatalogue> {
  const [evaluators, stored] = await Promise.all([
    client.listEvaluators({ app_id: appId }),
    client.listEvaluatorConfigs({ app_id: appId }),
  ]);
  return { custom: evaluators.filter(({ key }) => findEvaluator(key) === undefined), stored };
}
