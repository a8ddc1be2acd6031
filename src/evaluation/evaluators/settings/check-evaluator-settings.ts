import { type EvaluatorTools, NO_TOOLS } from '../../judges/evaluator-tools.ts';
import type { EvaluatorDefinition, EvaluatorSettings, SettingProblem } from '../definition/evaluator-definition.ts';
import { parseEvaluatorSettings, type ParsedEvaluatorSettings } from './parse-evaluator-settings.ts';

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
