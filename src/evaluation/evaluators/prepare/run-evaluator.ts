import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import type { ScoreInput } from '../definition/evaluator-definition.ts';
import type { EvaluatorTools } from '../../judges/evaluator-tools.ts';
import { prepareEvaluator } from './prepare-evaluator.ts';

export interface RunEvaluatorInput extends ScoreInput {
  readonly settings?: Readonly<Record<string, unknown>> | null;
  /** @defaultValue none */
  readonly tools?: EvaluatorTools;
}

/**
 * Scores one output.
 *
 * @throws {WF_NOT_FOUND} for a key that no evaluator has
 * @throws {WF_INVALID_INPUT} for settings its template refuses
 */
export async function runEvaluator(
  key: string,
  { settings, tools, ...input }: RunEvaluatorInput,
): Promise<JudgedResult> {
  return await prepareEvaluator(key, settings, tools).score(input);
}
