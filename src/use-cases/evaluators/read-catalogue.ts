import type { Client } from '../../client/create-client.ts';
import type { Evaluator } from '../../contract/evaluators/evaluator.ts';
import { findEvaluator } from '../../evaluation/evaluators/catalogue/evaluators.ts';
import type { EvaluatorCatalogue } from '../../evaluation/evaluators/settings/parse-evaluator-spec.ts';

/** The evaluators that an app's users can name. */
export interface AppCatalogue extends EvaluatorCatalogue {
  /** All evaluators of a service of others; `null`: the service is of wf, and has those of this program. */
  readonly own: readonly Evaluator[] | null;
}

/** Reads the evaluators that an app's users can name: its own ones and stored configurations. */
export async function readCatalogue(client: Client, appId: string): Promise<AppCatalogue> {
  const [evaluators, stored] = await Promise.all([
    client.listEvaluators({ app_id: appId }),
    client.listEvaluatorConfigs({ app_id: appId }),
  ]);
  const own = (await client.extensions()) === null ? evaluators : null;
  const custom = evaluators.filter(({ key }) => findEvaluator(key) === undefined);
  return { custom, stored, own, isOfOthers: own !== null };
}
