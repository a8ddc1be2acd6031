import { UserError } from '../errors/wf-error.ts';
import type { EvaluatorSetting } from '../contract/records/evaluator.ts';
import { findEvaluator } from './evaluators.ts';
import { prepareEvaluator } from './prepare-evaluator.ts';
import { resolveEvaluatorKey } from './resolve-evaluator-key.ts';

/** An evaluator as named on a command line. */
export interface EvaluatorSpec {
  readonly key: string;
  /** The settings that were given, typed by the evaluator's template. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Reads `K,K:setting=value:setting=value`. Inside a value a comma is written `\,` and a colon `\:`; a colon that is not
 * followed by `name=` needs no backslash.
 *
 * @throws {WF_NOT_FOUND} for an unknown evaluator
 * @throws {WF_USAGE} for a setting it does not have
 * @throws {WF_INVALID_INPUT} for a value its template refuses
 */
export function parseEvaluatorSpec(text: string): EvaluatorSpec[] {
  const parts = text
    .split(/(?<!\\),/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) throw usage('No evaluator is named.');
  const specs = parts.map(parseOne);
  return specs.map((spec) => {
    // Settings are checked here, so that a run does not start with some that cannot work.
    prepareEvaluator(spec.key, spec.settings);
    return spec;
  });
}

function parseOne(part: string): EvaluatorSpec {
  const [name = '', ...assignments] = part.split(/(?<!\\):(?=[a-z_]+=)/);
  const key = resolveEvaluatorKey(name);
  const template = findEvaluator(key)?.evaluator.settings_template ?? {};
  return { key, settings: Object.fromEntries(assignments.map((text) => parseAssignment(key, template, text))) };
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
