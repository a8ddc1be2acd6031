import type { Client } from '../../client/create-client.ts';
import type { Evaluator } from '../../contract/evaluators/evaluator.ts';
import { findEvaluator } from '../../evaluation/evaluators/catalogue/evaluators.ts';
import type { EvaluatorCatalogue } from '../../evaluation/evaluators/settings/parse-evaluator-spec.ts';

/** The evaluators that an app's users can name. */
export interface AppCatalogue extends EvaluatorCatalogue {
  /** All evaluators of a service of others; `null`: the service is of wf, and has those of this program. */
  readonly own: readonly Evaluator[] | null;
}

/**
 * Reads the evaluators that an app's users can name: its own ones and stored configurations.
 *
 * @param appId - `null`: the app is not at the service yet
 */
export async function readCatalogue(client: Client, appId: string | null): Promise<AppCatalogue> {
  // Our evaluators are in this program.
  if (appId === null && (await client.extensions()) !== null) return { custom: [], stored: [], own: null };
  const [evaluators, stored] = await Promise.all([
    client.listEvaluators(appId === null ? {} : { app_id: appId }),
    appId === null ? [] : client.listEvaluatorConfigs({ app_id: appId }),
  ]);
  const own = (await client.extensions()) === null ? evaluators : null;
  const custom = evaluators.filter(({ key }) => findEvaluator(key) === undefined);
  return { custom, stored, own, isOfOthers: own !== null };
}
