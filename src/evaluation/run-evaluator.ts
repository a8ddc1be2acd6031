import type { JudgedResult } from '../contract/records/result.ts';
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
export async function runEvaluator(key: string, { settings, ...input }: RunEvaluatorInput): Promise<JudgedResult> {
  return await prepareEvaluator(key, settings).score(input);
}
