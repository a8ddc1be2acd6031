import type { Result } from '../contract/records/result.ts';
import type { ScoreInput } from './evaluators/evaluator-definition.ts';
import { prepareEvaluator } from './prepare-evaluator.ts';

export interface RunEvaluatorInput extends ScoreInput {
  readonly settings?: Readonly<Record<string, unknown>> | null;
}

/**
 * Judges one output.
 *
 * @throws {WF_NOT_FOUND} for a key that no evaluator has
 * @throws {WF_INVALID_INPUT} for settings its template refuses
 */
export function runEvaluator(key: string, { settings, output, row }: RunEvaluatorInput): Result {
  return prepareEvaluator(key, settings).score({ output, row });
}
