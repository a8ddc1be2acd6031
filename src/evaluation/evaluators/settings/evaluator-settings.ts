import { SETTING_TEXT } from '../../../foundation/sizes.ts';
import { findEvaluator } from '../catalogue/evaluators.ts';
import type { Evaluator, EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import { REPORTED, toValidationItems } from '../../../contract/validation/to-validation-items.ts';
import type { ValidationErrorItem } from '../../../contract/validation/validation-error.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import type { EvaluatorSettings, EvaluatorDefinition, SettingProblem } from '../definition/evaluator-definition.ts';
import { type EvaluatorTools, NO_TOOLS } from '../../judges/evaluator-tools.ts';
import * as z from 'zod';
import { isPattern } from '../text/regex-test.ts';

/**
 * Checks settings of a built-in evaluator as the service does before it stores them: that a JSON Schema is valid, that an
 * expression parses. A project's own evaluators have nothing to check beyond their template.
 *
 * @returns a warning for settings that work, but perhaps not as expected
 * @throws {WF_INVALID_INPUT} with every problem
 */
export async function requireWorkingSettings(
  key: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const definition = findEvaluator(key);
  if (definition === undefined) return null;
  const checked = await checkEvaluatorSettings(definition, settings);
  if (!checked.ok) throw refuseSettings(key, checked.items);
  return definition.warn?.(checked.settings) ?? null;
}

/** Checks settings against an evaluator's template. @throws {WF_INVALID_INPUT} with every problem */
export function requireEvaluatorSettings(
  evaluator: Pick<Evaluator, 'key' | 'settings_template'>,
  given: Readonly<Record<string, unknown>> | null | undefined,
): EvaluatorSettings {
  const parsed = parseEvaluatorSettings(evaluator, given);
  if (parsed.ok) return parsed.settings;
  throw refuseSettings(evaluator.key, parsed.items);
}

interface TypedSettings {
  readonly evaluator: Pick<Evaluator, 'key' | 'settings_template'>;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether missing settings are completed later. */
  readonly isCompleted: boolean;
  /** Returns what sets a missing setting. */
  readonly toStep: (missing: string) => string;
}

/** Checks settings as they were typed against an evaluator's template. @throws {WF_INVALID_INPUT} with every problem */
export function requireTypedSettings({ evaluator, settings, isCompleted, toStep }: TypedSettings): void {
  const parsed = parseEvaluatorSettings(evaluator, settings);
  if (parsed.ok) return;
  const isMissing = ({ type, loc }: ValidationErrorItem) => type === 'missing' && loc.length === 1;
  const items = isCompleted ? parsed.items.filter((item) => !isMissing(item)) : parsed.items;
  if (items.length === 0) return;
  const missing = items.filter(isMissing).map(({ loc }) => toStep(String(loc[0])));
  throw refuseSettings(evaluator.key, items, missing.slice(0, 1));
}

function refuseSettings(key: string, items: readonly ValidationErrorItem[], steps: readonly string[] = []): UserError {
  const problems = items.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Invalid settings of ${key}: ${problems}.`,
    nextSteps: [...steps, `wf evaluators show ${key}`],
    details: items,
  });
}

type Checked = Pick<EvaluatorDefinition, 'evaluator' | 'check' | 'isCheckHeavy'>;
type HeavyTools = Pick<EvaluatorTools, 'heavyWork' | 'caller'>;

/**
 * Checks settings against an evaluator's template, then what no template can express: that a JSON Schema is valid, that
 * an expression parses.
 *
 * @param prefix - path of the settings in the request, such as `['body', 'settings_values']`
 */
export async function checkEvaluatorSettings(
  definition: Checked,
  settings: Readonly<Record<string, unknown>> | null | undefined,
  prefix: readonly (string | number)[] = [],
  tools: HeavyTools = NO_TOOLS,
): Promise<ParsedEvaluatorSettings> {
  const parsed = parseEvaluatorSettings(definition.evaluator, settings, prefix);
  const problem = parsed.ok ? await findProblem(definition, parsed.settings, tools) : null;
  if (problem === null) return parsed;
  const { setting, message } = problem;
  return { ok: false, items: [{ loc: [...prefix, setting], msg: message, type: 'value_error' }] };
}

/** Compiles a schema or an expression elsewhere: a caller decides how long that takes. */
async function findProblem(
  { evaluator: { key }, check, isCheckHeavy = false }: Checked,
  settings: EvaluatorSettings,
  { heavyWork, caller }: HeavyTools,
): Promise<SettingProblem | null> {
  if (!isCheckHeavy || heavyWork === null) return (await check?.(settings)) ?? null;
  return await heavyWork.check({ key, settings: JSON.stringify(settings), caller });
}

type ParsedEvaluatorSettings =
  | { readonly ok: true; readonly settings: EvaluatorSettings }
  | { readonly ok: false; readonly items: ValidationErrorItem[] };

/**
 * Checks settings against an evaluator's template and fills in its defaults. A null setting counts as absent.
 *
 * @param prefix - path of the settings in the request, such as `['body', 'settings_values']`
 */
function parseEvaluatorSettings(
  { settings_template }: Pick<Evaluator, 'settings_template'>,
  settings: Readonly<Record<string, unknown>> | null | undefined,
  prefix: readonly (string | number)[] = [],
): ParsedEvaluatorSettings {
  const given = Object.fromEntries(Object.entries(settings ?? {}).filter(([, value]) => value !== null));
  const fields = Object.entries(settings_template).map(([name, setting]) => [name, fieldOf(setting)]);
  const parsed = z.strictObject(Object.fromEntries(fields)).safeParse(given, REPORTED);
  return parsed.success
    ? { ok: true, settings: parsed.data }
    : { ok: false, items: toValidationItems(parsed.error.issues, prefix) };
}

function fieldOf(setting: EvaluatorSetting): z.ZodType {
  const field = typeOf(setting);
  if (setting.default !== undefined) return field.default(setting.default);
  return setting.required === true ? field : field.optional();
}

function typeOf(setting: EvaluatorSetting): z.ZodType {
  switch (setting.type) {
    case 'number':
      return numberOf(setting);
    case 'boolean':
      return z.boolean();
    case 'regex':
      return requiredText(setting).refine((text) => text.length > SETTING_TEXT.most || isPattern(text), {
        error: 'Input should be a valid regular expression',
      });
    case 'multiple_choice':
      return z.enum(setting.options ?? []);
    case 'messages':
      return z.array(z.record(z.string(), z.unknown()));
    case 'string':
    case 'code':
    case 'hidden':
      return requiredText(setting);
  }
}

function numberOf({ min, max }: EvaluatorSetting): z.ZodType {
  const atLeast = min === undefined ? z.number() : z.number().gte(min);
  return max === undefined ? atLeast : atLeast.lte(max);
}

function requiredText({ required }: EvaluatorSetting): z.ZodString {
  const text = z.string().max(SETTING_TEXT.most);
  return required === true ? text.min(1) : text;
}
