import type { EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { parseEvaluatorSettings, type ParsedEvaluatorSettings } from './parse-evaluator-settings.ts';

/**
 * Checks settings against an evaluator's template, and then what no template can say: that a JSON Schema is one, that an
 * expression parses.
 *
 * @param prefix - where the settings stand in the request, as in `['body', 'settings_values']`
 */
export async function checkEvaluatorSettings(
  { evaluator, check }: Pick<EvaluatorDefinition, 'evaluator' | 'check'>,
  settings: Readonly<Record<string, unknown>> | null | undefined,
  prefix: readonly (string | number)[] = [],
): Promise<ParsedEvaluatorSettings> {
  const parsed = parseEvaluatorSettings(evaluator, settings, prefix);
  const problem = parsed.ok ? await check?.(parsed.settings) : null;
  if (problem == null) return parsed;
  const { setting, message } = problem;
  return { ok: false, items: [{ loc: [...prefix, setting], msg: message, type: 'value_error' }] };
}
