import type { EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { parseEvaluatorSettings, type ParsedEvaluatorSettings } from './parse-evaluator-settings.ts';

/**
 * Checks settings against an evaluator's template, then what no template can express: that a JSON Schema is valid, that
 * an expression parses.
 *
 * @param prefix - path of the settings in the request, such as `['body', 'settings_values']`
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
