import { UserError } from '../errors/wf-error.ts';
import type { Result } from '../contract/records/result.ts';
import { findEvaluator } from './evaluators.ts';
import { errorResult } from './make-result.ts';
import { parseEvaluatorSettings } from './parse-evaluator-settings.ts';
import { resolveEvaluatorKey } from './resolve-evaluator-key.ts';
import type { EvaluatorSettings, ScoreInput } from './evaluators/evaluator-definition.ts';

/** An evaluator with its settings checked: ready for row after row. */
export interface PreparedEvaluator {
  readonly key: string;
  readonly version: number;
  readonly settings: EvaluatorSettings;
  /** Never throws: what goes wrong with a row is its result. */
  readonly score: (input: ScoreInput) => Result;
}

/**
 * Checks an evaluator's settings and prepares it.
 *
 * @throws {WF_NOT_FOUND} for a key that no evaluator has
 * @throws {WF_INVALID_INPUT} for settings its template refuses
 */
export function prepareEvaluator(
  key: string,
  settings: Readonly<Record<string, unknown>> | null | undefined,
): PreparedEvaluator {
  const definition = findEvaluator(key) ?? findEvaluator(resolveEvaluatorKey(key));
  // A key that resolves is a key of the list.
  const { evaluator, version, prepare } = definition as NonNullable<typeof definition>;
  const parsed = parseEvaluatorSettings({ evaluator, version, prepare }, settings);
  if (!parsed.ok) {
    const problems = parsed.items.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message: `The settings of ${evaluator.key} are not valid: ${problems}.`,
      nextSteps: [`wf evaluators show ${evaluator.key}`],
      details: parsed.items,
    });
  }
  const score = prepare(parsed.settings);
  return { key: evaluator.key, version, settings: parsed.settings, score: (input) => guard(() => score(input)) };
}

function guard(score: () => Result): Result {
  try {
    return score();
  } catch (error) {
    return error instanceof Error ? errorResult(error.message, error.stack) : errorResult(String(error));
  }
}
