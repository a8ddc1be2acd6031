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
import { shellWord } from '../../foundation/shell-word.ts';
import { isDeepStrictEqual } from 'node:util';
import type { EvaluatorSpec } from '../../evaluation/evaluators/settings/parse-evaluator-spec.ts';
import { toSpecName } from '../../evaluation/evaluators/definition/spec-name.ts';

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

/**
 * Stores an evaluator's settings under a name.
 *
 * @throws {WF_CONFLICT} when the name is taken
 * @throws {WF_INVALID_INPUT} when the settings do not fit the evaluator
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the request and stores something else
 */
export async function createStoredEvaluator(options: CreateStoredEvaluatorOptions): Promise<Written<EvaluatorConfig>> {
  const { client, appId, name } = options;
  const evaluators = await client.listEvaluators({ app_id: appId });
  const evaluator = findEvaluator(evaluators, options.evaluator);
  requireFreeName(name, evaluators, await client.listEvaluatorConfigs({ app_id: appId }));
  const settings_values = await readSettings(evaluator, options);
  requireEvaluatorSettings(evaluator, settings_values);
  const warning = await requireWorkingSettings(evaluator.key, settings_values);
  if (warning !== null) options.onWarning?.(warning);
  return await addEvaluatorConfig(client, { app_id: appId, name, evaluator_key: evaluator.key, settings_values });
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
  if (!stored.some((config) => isNamed(config, name))) return;
  throw userError('WF_CONFLICT', `There is already a configuration called ${JSON.stringify(name)}.`, [
    `wf evaluators delete ${shellWord(name)}`,
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

/** Finds or creates an evaluator configuration for each evaluator of the command line. @returns the ids in order */
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
