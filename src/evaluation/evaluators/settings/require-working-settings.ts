import { checkEvaluatorSettings } from './check-evaluator-settings.ts';
import { findEvaluator } from '../catalogue/evaluators.ts';
import { refuseSettings } from './require-evaluator-settings.ts';

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
