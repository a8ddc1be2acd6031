import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../client/create-client.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import type { EvaluatorSpec } from '../../evaluation/evaluators/settings/parse-evaluator-spec.ts';
import { addEvaluatorConfig } from './add-evaluator-config.ts';
import { toSpecName } from '../../evaluation/evaluators/definition/spec-name.ts';

/**
 * Finds or creates an evaluator configuration for each evaluator of the command line.
 *
 * @returns the ids in order
 */
export async function storeEvaluators(
  client: Client,
  appId: string,
  specs: readonly EvaluatorSpec[],
  stored: readonly EvaluatorConfig[],
): Promise<string[]> {
  const known = [...stored];
  const ids: string[] = [];
  for (const spec of specs) {
    const config = known.find((candidate) => isSame(candidate, spec)) ?? (await store(client, appId, spec));
    known.push(config);
    ids.push(config.id);
  }
  return ids;
}

function isSame(config: EvaluatorConfig, { key, settings, id }: EvaluatorSpec): boolean {
  if (id !== undefined) return config.id === id;
  return config.evaluator_key === key && isDeepStrictEqual({ ...config.settings_values }, { ...settings });
}

async function store(client: Client, appId: string, { key, settings }: EvaluatorSpec): Promise<EvaluatorConfig> {
  const settings_values = { ...settings };
  const body = { app_id: appId, name: toSpecName(key, settings), evaluator_key: key, settings_values };
  return (await addEvaluatorConfig(client, body)).record;
}
