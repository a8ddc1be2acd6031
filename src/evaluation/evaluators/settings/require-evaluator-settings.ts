import type { Evaluator } from '../../../contract/evaluators/evaluator.ts';
import type { ValidationErrorItem } from '../../../contract/validation/validation-error.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import type { EvaluatorSettings } from '../definition/evaluator-definition.ts';
import { parseEvaluatorSettings } from './parse-evaluator-settings.ts';

/**
 * Checks settings against an evaluator's template.
 *
 * @throws {WF_INVALID_INPUT} with every problem
 */
export function requireEvaluatorSettings(
  evaluator: Pick<Evaluator, 'key' | 'settings_template'>,
  given: Readonly<Record<string, unknown>> | null | undefined,
): EvaluatorSettings {
  const parsed = parseEvaluatorSettings(evaluator, given);
  if (parsed.ok) return parsed.settings;
  throw refuseSettings(evaluator.key, parsed.items);
}

export function refuseSettings(key: string, items: readonly ValidationErrorItem[]): UserError {
  const problems = items.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Invalid settings of ${key}: ${problems}.`,
    nextSteps: [`wf evaluators show ${key}`],
    details: items,
  });
}
