import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../client/create-client.ts';
import {
  type AnswerColumns,
  completeSettings,
  type IncompleteSettings,
  isComplete,
  requireColumns,
  type Settings,
} from '../../client/public/complete-settings.ts';
import type { Evaluator, EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import { isStoredAs, withoutApp } from '../../contract/evaluators/stored-name.ts';
import { toShortKey, toSpecName } from '../../evaluation/evaluators/definition/spec-name.ts';
import type { EvaluatorSpec } from '../../evaluation/evaluators/settings/parse-evaluator-spec.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { addEvaluatorConfig } from './create-stored-evaluator.ts';

/** An evaluator of the command line, and the configuration that runs it. */
export interface PlannedConfig {
  /** As `levenshtein_distance:threshold=3`, or the name of a stored configuration. */
  readonly typed: string;
  readonly key: string;
  readonly settings: Settings;
  /** What the service's template added to what was typed. */
  readonly completed: Settings;
  /** `null`: it is to be stored. */
  readonly existing: EvaluatorConfig | null;
  /** Name of the configuration; a service of others may append the name of the app. */
  readonly name: string;
  /** Name of a stored configuration that lacks settings, so that it would score nothing; `null`: there is none. */
  readonly insteadOf: string | null;
}

interface PlanOptions {
  readonly specs: readonly EvaluatorSpec[];
  readonly stored: readonly EvaluatorConfig[];
  /** Evaluators of a service of others; `null`: the service is of wf, and completes settings itself. */
  readonly own: readonly Evaluator[] | null;
  /** `later`: the test set is not read yet. */
  readonly rows: AnswerColumns | 'later';
}

/**
 * Plans the evaluator configurations that a run uses: finds stored ones, and completes the settings of others.
 *
 * @throws {WF_NOT_FOUND} for an evaluator that a service of others does not have
 * @throws {WfError} as `completeSettings`
 */
export function planConfigs({ specs, stored, own, rows }: PlanOptions): PlannedConfig[] {
  return specs.map((spec) => {
    const evaluator = own?.find(({ key }) => key === spec.key);
    if (evaluator !== undefined) return planOther(spec, { evaluator, stored, rows });
    if (own !== null && spec.id === undefined) throw unknownEvaluator(spec.key, own);
    const existing = stored.find((config) => isSame(config, spec)) ?? null;
    const { key, settings } = spec;
    const typed = toSpecName(key, settings);
    return { typed, key, settings, completed: {}, existing, name: existing?.name ?? typed, insteadOf: null };
  });
}

interface OtherEvaluator extends Pick<PlanOptions, 'stored' | 'rows'> {
  readonly evaluator: Evaluator;
}

/** A service of others runs what is stored as it is. */
function planOther(
  { key, settings: given, id }: EvaluatorSpec,
  { evaluator, stored, rows }: OtherEvaluator,
): PlannedConfig {
  const toWords = toSettingWords(key, given);
  const named = stored.find((config) => config.id === id);
  if (named !== undefined && isComplete(evaluator, given)) {
    requireColumns({ evaluator, given, rows, toWords });
    const { name } = named;
    return { typed: name, key, settings: given, completed: {}, existing: named, name, insteadOf: null };
  }
  const { settings, completed } = completeSettings({ evaluator, given, rows, toWords });
  const base = named === undefined ? toSpecName(key, given) : withoutApp(named.name);
  const known = stored.filter((config) => config.evaluator_key === key);
  const same = known.filter((config) => isDeepStrictEqual({ ...config.settings_values }, { ...settings }));
  const names = [base, toSpecName(base, shortOf(completed))];
  const existing = same.find(({ name }) => names.some((each) => isStoredAs(name, each))) ?? null;
  const taken = known.find(({ name }) => isStoredAs(name, base)) ?? null;
  const name = existing?.name ?? names[taken === null ? 0 : 1] ?? base;
  const isLacking = taken !== null && !isComplete(evaluator, taken.settings_values ?? {});
  return { typed: base, key, settings, completed, existing, name, insteadOf: isLacking ? taken.name : null };
}

/** Returns what words the flag that gives an evaluator one more setting. */
export function toSettingWords(key: string, given: Settings): IncompleteSettings['toWords'] {
  return (setting, value) => `--evaluators ${shellWord(toSpecName(key, { ...given, [setting]: value }))}`;
}

/** Longest value in a name, in characters. */
const MAX_VALUE = 60;

/** Code and prompts are no part of a name. */
function shortOf(settings: Settings): Settings {
  const isShort = ([, value]: [string, unknown]) =>
    typeof value !== 'object' && JSON.stringify(value).length <= MAX_VALUE;
  return Object.fromEntries(Object.entries(settings).filter(isShort));
}

/** Says that a service of others does not have an evaluator. @param own - those that it has */
export function unknownEvaluator(key: string, own: readonly Evaluator[]): Error {
  return notFound({
    kind: 'evaluator of this service',
    name: toShortKey(key),
    available: own.map((each) => toShortKey(each.key)),
    nextSteps: ['wf evaluators list'],
  });
}

/** Stores what is planned and not stored yet. @returns the configurations, in the order of the plan */
export async function storeConfigs(
  client: Client,
  app_id: string,
  planned: readonly PlannedConfig[],
): Promise<EvaluatorConfig[]> {
  const configs: EvaluatorConfig[] = [];
  for (const { key, settings, existing, name } of planned) {
    const isAsked = (config: EvaluatorConfig) => isSame(config, { key, settings }) && isStoredAs(config.name, name);
    const body = { app_id, name, evaluator_key: key, settings_values: { ...settings } };
    configs.push(existing ?? configs.find(isAsked) ?? (await addEvaluatorConfig(client, body)).record);
  }
  return configs;
}

function isSame(config: EvaluatorConfig, { key, settings, id }: EvaluatorSpec): boolean {
  if (id !== undefined) return config.id === id;
  return config.evaluator_key === key && isDeepStrictEqual({ ...config.settings_values }, { ...settings });
}
