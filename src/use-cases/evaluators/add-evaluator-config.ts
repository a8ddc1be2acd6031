import type { Client } from '../../client/create-client.ts';
import type { EvaluatorConfig, NewEvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import { confirmWrite, orListed } from '../../client/public/confirm-write.ts';
import { isSameJson } from '../../client/public/is-same-json.ts';
import type { Written } from '../../client/public/read-back.ts';

/**
 * Stores an evaluator's settings under a name, and checks that another service stored just these.
 *
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the request and stores something else
 */
export async function addEvaluatorConfig(client: Client, body: NewEvaluatorConfig): Promise<Written<EvaluatorConfig>> {
  const record = await orListed(client, client.createEvaluatorConfig({ body }), async () =>
    (await client.listEvaluatorConfigs({ app_id: body.app_id })).find((config) => isNamed(config, body.name)),
  );
  const isStored = (config: EvaluatorConfig) =>
    config.id === record.id &&
    isNamed(config, body.name) &&
    config.evaluator_key === body.evaluator_key &&
    isSameJson(config.settings_values ?? {}, body.settings_values);
  const unread = await confirmWrite({
    client,
    isDone: async () => (await client.listEvaluatorConfigs({ app_id: body.app_id })).some(isStored),
    otherwise: `The service confirmed the evaluator configuration ${body.name}, and does not list it with the settings that were sent.`,
    nextSteps: ['wf evaluators list --stored'],
  });
  const renamed = record.name === body.name ? null : `The service calls it ${record.name}, not ${body.name}.`;
  return { record, warning: unread ?? renamed };
}

/** The public service appends the app's name: `close (support)`. @source facts §2.6 */
export function isNamed(config: Pick<EvaluatorConfig, 'name'>, name: string): boolean {
  return config.name === name || (config.name.startsWith(`${name} (`) && config.name.endsWith(')'));
}
