import { shellWord } from '../../../foundation/shell-word.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import type { Evaluator, EvaluatorConfig, EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import { isStoredAs, withoutApp } from '../../../contract/evaluators/stored-name.ts';
import { closestNames } from '../../../foundation/closest-names.ts';
import { EVALUATORS, findEvaluator, isEvaluatorKey, resolveEvaluatorKey } from '../catalogue/evaluators.ts';
import { requireTypedSettings } from './evaluator-settings.ts';
import { evaluatorOfSpec, hasSettings, toShortKey, toSpecName } from '../definition/spec-name.ts';

export interface EvaluatorSpec {
  readonly key: string;
  /** The given settings, typed by the evaluator's template. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Id of the stored configuration, if one was named. */
  readonly id?: string;
}

/** The evaluators that exist besides the built-in ones. */
export interface EvaluatorCatalogue {
  /** Evaluators that were deployed with the app. */
  readonly custom: readonly Evaluator[];
  readonly stored: readonly EvaluatorConfig[];
  /**
   * Whether the service is of others: missing settings are completed from its templates, and it may have appended the name
   * of the app to a stored name. @defaultValue false
   */
  readonly isOfOthers?: boolean;
}

/** Where a setting begins. */
const SETTING = /(?<!\\):(?=[a-zA-Z_]+=)/;

const EMPTY_CATALOGUE: EvaluatorCatalogue = { custom: [], stored: [] };

/**
 * Parses `K,K:setting=value:setting=value`, where K is a key or the name of a stored configuration. A comma ends a setting
 * only where an evaluator follows, and a colon only where `name=` does; others belong to the value. A backslash before
 * either makes it a part of the value or the name.
 *
 * @throws {WF_NOT_FOUND} for an unknown evaluator
 * @throws {WF_USAGE} for an unknown setting, or where what follows a comma is nearly an evaluator
 * @throws {WF_INVALID_INPUT} for a value its template refuses
 */
export function parseEvaluatorSpec(text: string, catalogue: EvaluatorCatalogue = EMPTY_CATALOGUE): EvaluatorSpec[] {
  const parts = splitSpecs(text, catalogue);
  if (parts.length === 0) throw usage('Name at least one evaluator.');
  return parts.map((part) => parseOne(part, catalogue));
}

/** Splits at commas, but for those within a setting, as in `contains_any:substrings=refund,order`. */
function splitSpecs(text: string, { custom, stored, isOfOthers = false }: EvaluatorCatalogue): string[] {
  const toNames = ({ name }: EvaluatorConfig) => (isOfOthers ? [name, withoutApp(name)] : [name]);
  const names = [...custom.map(({ key }) => key), ...stored.flatMap(toNames)];
  const specs: string[] = [];
  for (const piece of text.split(/(?<!\\),/)) {
    const last = specs.at(-1);
    const name = unescape(evaluatorOfSpec(piece.trim()));
    if (last === undefined || !hasSetting(last) || isEvaluatorKey(name) || names.includes(name)) specs.push(piece);
    else {
      refuseNearEvaluator(piece, name, names);
      specs.splice(-1, 1, `${last}\\,${piece}`);
    }
  }
  return specs.map((spec) => spec.trim()).filter((spec) => spec !== '');
}

function hasSetting(spec: string): boolean {
  return SETTING.test(spec);
}

/** A misspelt evaluator must not become the end of a setting before it. */
function refuseNearEvaluator(piece: string, name: string, names: readonly string[]): void {
  const [near] = name.length < 4 ? [] : closestNames(name, [...names, ...EVALUATORS.map(({ key }) => toShortKey(key))]);
  if (near === undefined) return;
  throw usage(
    `After the comma, ${JSON.stringify(piece)} may be the evaluator ${near} or belong to the setting before it. Write ${near}, or \\, for a comma within a setting.`,
  );
}

function parseOne(part: string, catalogue: EvaluatorCatalogue): EvaluatorSpec {
  const { custom, stored, isOfOthers = false } = catalogue;
  const config = storedNamed(part, catalogue) ?? storedNamed(unescape(part), catalogue);
  if (config !== undefined && !isEvaluatorKey(part)) {
    return { key: config.evaluator_key, settings: config.settings_values ?? {}, id: config.id };
  }
  const [name = '', ...assignments] = part.split(SETTING);
  const own = custom.find(({ key }) => key === name);
  const names = [...new Set([...custom.map((one) => one.key), ...namesOf(stored)])];
  if (assignments.length > 0 && !isEvaluatorKey(name) && storedNamed(name, catalogue) !== undefined) {
    throw usage(`${name} is stored with its settings and takes no others. Name its evaluator instead.`);
  }
  const before = evaluatorOfSpec(name);
  if (hasSettings(name) && (isEvaluatorKey(before) || names.includes(before))) {
    const rest = name.slice(before.length + 1);
    throw usage(`Invalid setting ${JSON.stringify(rest)} of ${before}: write ${before}:NAME=VALUE.`, before);
  }
  const key = own?.key ?? resolveEvaluatorKey(name, names);
  const evaluator = own ?? findEvaluator(key)?.evaluator;
  const template = evaluator?.settings_template ?? {};
  const settings = Object.fromEntries(assignments.map((text) => parseAssignment(key, template, text)));
  // Checked here, so that no run starts with settings that cannot work.
  const toStep = stepFor(key, settings);
  if (evaluator !== undefined) requireTypedSettings({ evaluator, settings, isCompleted: isOfOthers, toStep });
  return { key, settings };
}

/** Returns the words that set a missing setting. */
function stepFor(key: string, settings: Readonly<Record<string, unknown>>) {
  return (missing: string) => `Set it: --evaluators ${shellWord(toSpecName(key, { ...settings, [missing]: 'VALUE' }))}`;
}

/**
 * Finds a configuration by its name; at a service of others also by the only one with the name of an app after it. A
 * specification is read as one.
 */
function storedNamed(typed: string, { stored, isOfOthers = false }: EvaluatorCatalogue): EvaluatorConfig | undefined {
  const exact = stored.find(({ name }) => name === typed);
  if (exact !== undefined || hasSettings(typed) || !isOfOthers) return exact;
  const [found, ...others] = stored.filter(({ name }) => isStoredAs(name, typed));
  return others.length === 0 ? found : undefined;
}

/** Stored configurations with a name of their own; the others are named after their evaluator and settings. */
function namesOf(stored: readonly EvaluatorConfig[]): string[] {
  return stored.map(({ name }) => name).filter((name) => !hasSettings(name) && !isEvaluatorKey(name));
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
    throw usage(`${key} has no setting ${JSON.stringify(name)}. Its settings: ${names === '' ? 'none' : names}.`, key);
  }
  return [name, typedValue(setting, unescape(value))];
}

function unescape(text: string): string {
  return text.replaceAll(/\\([,:])/g, '$1');
}

/** Text that is not a number or boolean stays text: the template then refuses it with its own message. */
function typedValue({ type }: EvaluatorSetting, text: string): unknown {
  if (type === 'number') return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function usage(message: string, key?: string): UserError {
  const next = key === undefined ? 'wf evaluators list' : `wf evaluators show ${shellWord(key)}`;
  return new UserError({ code: 'WF_USAGE', message, nextSteps: [next] });
}
