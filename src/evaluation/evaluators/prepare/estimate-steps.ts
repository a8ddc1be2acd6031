import type { EvaluatorDefinition, EvaluatorSettings, ScoreInput } from '../definition/evaluator-definition.ts';
import { sizeOf } from '../definition/size-of.ts';

/** This many steps take a few milliseconds at most. */
export const FEW_STEPS = 1_000_000;

/**
 * Creates the function that estimates the most steps of a score. Most evaluators look for each part of the settings in
 * each part of the row.
 */
export function stepEstimator(
  { steps }: Pick<EvaluatorDefinition, 'steps'>,
  settings: EvaluatorSettings,
): (input: ScoreInput) => number {
  if (steps !== undefined) return steps(settings);
  const perCharacter = sizeOf(settings, FEW_STEPS) + 1;
  const most = FEW_STEPS / perCharacter;
  return ({ output, row }) => (sizeOf(output, most) + sizeOf(row, most)) * perCharacter;
}
