import * as z from 'zod';
import { REPORTED, toValidationItems } from '../../../contract/validation/to-validation-items.ts';
import type { Evaluator, EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import type { ValidationErrorItem } from '../../../contract/validation/validation-error.ts';
import type { EvaluatorSettings } from '../definition/evaluator-definition.ts';
import { isPattern } from '../text/compile-pattern.ts';

export type ParsedEvaluatorSettings =
  | { readonly ok: true; readonly settings: EvaluatorSettings }
  | { readonly ok: false; readonly items: ValidationErrorItem[] };

/** Longest text in a setting, in characters. */
const MAX_TEXT_LENGTH = 100_000;

/**
 * Checks settings against an evaluator's template and fills in its defaults. A null setting counts as absent.
 *
 * @param prefix - path of the settings in the request, such as `['body', 'settings_values']`
 */
export function parseEvaluatorSettings(
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
      return requiredText(setting).refine((text) => text.length > MAX_TEXT_LENGTH || isPattern(text), {
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
  const text = z.string().max(MAX_TEXT_LENGTH);
  return required === true ? text.min(1) : text;
}
