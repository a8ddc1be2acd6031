import type { Client } from '../../client/create-client.ts';
import type {
  Evaluator,
  EvaluatorConfig,
  EvaluatorSetting,
  NewEvaluatorConfig,
} from '../../contract/evaluators/evaluator.ts';
import { usageError, userError } from '../../foundation/errors/wf-error.ts';
import {
  requireEvaluatorSettings,
  requireWorkingSettings,
} from '../../evaluation/evaluators/settings/evaluator-settings.ts';
import { isEvaluatorKey } from '../../evaluation/evaluators/catalogue/evaluators.ts';
import { parseAssignments } from '../arguments/parse-assignments.ts';
import { parseJsonSource } from '../files/read-json-source.ts';
import { readAssignments } from '../files/read-assignments.ts';
import { confirmWrite, isSameJson, orListed, type Written } from '../../client/public/confirm-write.ts';
import { findEvaluator } from './resolve-evaluator.ts';
import { completeSettings, type Settings } from '../../client/public/complete-settings.ts';
import { isStoredAs } from '../../contract/evaluators/stored-name.ts';
import { shellLine, shellWord } from '../../foundation/shell-word.ts';

export interface CreateStoredEvaluatorOptions {
  readonly client: Client;
  readonly appId: string;
  readonly name: string;
  /** Key of the evaluator, with or without its leading `auto_`. */
  readonly evaluator: string;
  /** `setting=value`, and `setting=@FILE` as in `readAssignments`. */
  readonly assignments: readonly string[];
  /** Folder that file paths are relative to. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<unknown>;
  /** Receives what works, but perhaps not as expected. */
  readonly onWarning?: (warning: string) => void;
}

export interface CreatedEvaluator extends Written<EvaluatorConfig> {
  /** Settings that were added from the template of a service of others, which applies no defaults. */
  readonly completed: Settings;
}

/**
 * Stores an evaluator's settings under a name.
 *
 * @throws {WF_CONFLICT} when the name is taken
 * @throws {WF_INVALID_INPUT} when the settings do not fit the evaluator
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the request and stores something else
 */
export async function createStoredEvaluator(options: CreateStoredEvaluatorOptions): Promise<CreatedEvaluator> {
  const { client, appId, name } = options;
  const evaluators = await client.listEvaluators({ app_id: appId });
  const evaluator = findEvaluator(evaluators, options.evaluator);
  requireFreeName(name, evaluators, await client.listEvaluatorConfigs({ app_id: appId }));
  const given = await readSettings(evaluator, options);
  const isCompleted = (await client.extensions()) === null;
  const { settings: settings_values, completed } = isCompleted
    ? completeSettings({ evaluator, given, rows: null, toWords: wordsFor(options) })
    : { settings: given, completed: {} };
  requireEvaluatorSettings(evaluator, settings_values);
  // A service of others has rules of its own.
  const warning = isCompleted ? null : await requireWorkingSettings(evaluator.key, settings_values);
  if (warning !== null) options.onWarning?.(warning);
  const body = { app_id: appId, name, evaluator_key: evaluator.key, settings_values: { ...settings_values } };
  return { ...(await addEvaluatorConfig(client, body)), completed };
}

function wordsFor({ name, evaluator, assignments }: CreateStoredEvaluatorOptions) {
  return (setting: string, value: string) =>
    shellLine([
      'wf',
      'evaluators',
      'create',
      name,
      '--evaluator',
      evaluator,
      ...[...assignments, `${setting}=${value}`].flatMap((each) => ['--set', each]),
    ]);
}

function requireFreeName(name: string, evaluators: readonly Evaluator[], stored: readonly EvaluatorConfig[]): void {
  if (isEvaluatorKey(name) || evaluators.some(({ key }) => key === name)) {
    const message = `${name} is already the name of an evaluator. Choose another name for its settings.`;
    throw usageError(message);
  }
  if (/[,:]/.test(name)) {
    const message = `The name ${JSON.stringify(name)} contains a comma or a colon, which --evaluators uses as separators.`;
    throw usageError(message);
  }
  // Another service may add to the name.
  const taken = stored.find((config) => isStoredAs(config.name, name));
  if (taken === undefined) return;
  throw userError('WF_CONFLICT', `There is already a configuration called ${JSON.stringify(taken.name)}.`, [
    `wf evaluators delete ${shellWord(taken.name)}`,
  ]);
}

async function readSettings(
  { settings_template }: Evaluator,
  { assignments, cwd, stdin }: CreateStoredEvaluatorOptions,
): Promise<Record<string, unknown>> {
  const isText = ({ type }: EvaluatorSetting) => type !== 'number' && type !== 'boolean';
  const settings = Object.entries(settings_template);
  const fields = Object.fromEntries(
    settings.map(([name, setting]) => [name, isText(setting) ? { type: 'string' } : {}]),
  );
  const read = await readAssignments(assignments, { cwd, stdin });
  const values = parseAssignments({ flag: '--set', assignments: read, fields });
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isMessages = settings_template[name]?.type === 'messages' && typeof value === 'string';
      return [name, isMessages ? parseJsonSource(`--set ${name}`, value) : value];
    }),
  );
}

/**
 * Stores an evaluator's settings under a name, and checks that another service stored just these.
 *
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the request and stores something else
 */
export async function addEvaluatorConfig(client: Client, body: NewEvaluatorConfig): Promise<Written<EvaluatorConfig>> {
  const record = await orListed(client, client.createEvaluatorConfig({ body }), async () =>
    (await client.listEvaluatorConfigs({ app_id: body.app_id })).find((config) => isStoredAs(config.name, body.name)),
  );
  const isStored = (config: EvaluatorConfig) =>
    config.id === record.id &&
    isStoredAs(config.name, body.name) &&
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
