import type { Evaluator } from '../contract/records/evaluator.ts';
import { UserError } from '../errors/wf-error.ts';
import type { EvaluatorSettings } from './evaluators/evaluator-definition.ts';
import { parseEvaluatorSettings } from './parse-evaluator-settings.ts';

/**
 * Checks settings against an evaluator's template.
 *
 * @throws {WF_INVALID_INPUT} naming each problem
 */
export function requireEvaluatorSettings(
  evaluator: Pick<Evaluator, 'key' | 'settings_template'>,
  given: Readonly<Record<string, unknown>> | null | undefined,
): EvaluatorSettings {
  const parsed = parseEvaluatorSettings(evaluator, given);
  if (parsed.ok) return parsed.settings;
  const problems = parsed.items.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The settings of ${evaluator.key} are not valid: ${problems}.`,
    nextSteps: [`wf evaluators show ${evaluator.key}`],
    details: parsed.items,
  });
}
