import { UserError } from '../../../errors/wf-error.ts';
import type { Evaluator, EvaluatorConfig, EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import { findEvaluator } from '../catalogue/evaluators.ts';
import { requireEvaluatorSettings } from './require-evaluator-settings.ts';
import { isEvaluatorKey, resolveEvaluatorKey } from '../catalogue/resolve-evaluator-key.ts';

/** An evaluator as named on a command line. */
export interface EvaluatorSpec {
  readonly key: string;
  /** The settings that were given, typed by the evaluator's template. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Of a stored configuration that was named. */
  readonly id?: string;
}

/** What can be named beside the built-in evaluators. */
export interface EvaluatorCatalogue {
  /** Evaluators that were deployed with the app. */
  readonly custom: readonly Evaluator[];
  readonly stored: readonly EvaluatorConfig[];
}

const NOTHING_MORE: EvaluatorCatalogue = { custom: [], stored: [] };

/**
 * Reads `K,K:setting=value:setting=value`, where K is a key or the name of a stored configuration. Inside a value a comma is written `\,` and a colon `\:`; a colon that is not
 * followed by `name=` needs no backslash.
 *
 * @throws {WF_NOT_FOUND} for an unknown evaluator
 * @throws {WF_USAGE} for a setting it does not have
 * @throws {WF_INVALID_INPUT} for a value its template refuses
 */
export function parseEvaluatorSpec(text: string, catalogue: EvaluatorCatalogue = NOTHING_MORE): EvaluatorSpec[] {
  const parts = text
    .split(/(?<!\\),/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) throw usage('No evaluator is named.');
  return parts.map((part) => parseOne(part, catalogue));
}

function parseOne(part: string, { custom, stored }: EvaluatorCatalogue): EvaluatorSpec {
  const config = stored.find((one) => one.name === part);
  if (config !== undefined && !isEvaluatorKey(part)) {
    return { key: config.evaluator_key, settings: config.settings_values ?? {}, id: config.id };
  }
  const [name = '', ...assignments] = part.split(/(?<!\\):(?=[a-zA-Z_]+=)/);
  const own = custom.find(({ key }) => key === name);
  const names = [...new Set([...custom.map((one) => one.key), ...namesOf(stored)])];
  if (assignments.length > 0 && namesOf(stored).includes(name)) {
    throw usage(`${name} is stored with its settings, and takes no others: name its evaluator instead.`);
  }
  const [before = '', rest] = name.split(':');
  if (rest !== undefined && (isEvaluatorKey(before) || names.includes(before))) {
    throw usage(`${JSON.stringify(rest)} gives ${before} no setting: one is written ${before}:NAME=VALUE.`, before);
  }
  const key = own?.key ?? resolveEvaluatorKey(name, names);
  const evaluator = own ?? findEvaluator(key)?.evaluator;
  const template = evaluator?.settings_template ?? {};
  const settings = Object.fromEntries(assignments.map((text) => parseAssignment(key, template, text)));
  // Settings are checked here, so that a run does not start with some that cannot work.
  if (evaluator !== undefined) requireEvaluatorSettings(evaluator, settings);
  return { key, settings };
}

/** Configurations that were given a name of their own; the others are called like what they were made from. */
function namesOf(stored: readonly EvaluatorConfig[]): string[] {
  return stored.map(({ name }) => name).filter((name) => !name.includes(':') && !isEvaluatorKey(name));
}

function parseAssignment(
  key: string,
  template: Readonly<Record<string, EvaluatorSetting>>,
  text: string,
): [string, unknown] {
  const [name, value] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];
  const setting = Object.hasOwn(template, name) ? template[name] : undefined;
  if (setting === undefined) {
    const names = Object.keys(template).join(', ');
    throw usage(`${key} has no setting ${JSON.stringify(name)}. It has: ${names === '' ? 'none' : names}.`, key);
  }
  return [name, typedValue(setting, value.replaceAll(/\\([,:])/g, '$1'))];
}

/** A word that is no number or boolean stays text, for the template to refuse in its own words. */
function typedValue({ type }: EvaluatorSetting, text: string): unknown {
  if (type === 'number') return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function usage(message: string, key?: string): UserError {
  const next = key === undefined ? 'wf evaluators list' : `wf evaluators show ${key}`;
  return new UserError({ code: 'WF_USAGE', message, nextSteps: [next] });
}
