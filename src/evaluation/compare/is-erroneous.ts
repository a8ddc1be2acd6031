import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { isUnscored } from '../results/make-result.ts';

/** Answers whether a row failed, or an evaluator could not score it. */
export function isErroneous({ outputs, results }: Pick<EvaluationScenario, 'outputs' | 'results'>): boolean {
  return outputs.length === 0 || [...outputs, ...results].some(({ result }) => isUnscored(result));
}
