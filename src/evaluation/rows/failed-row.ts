import type { Evaluation, EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { isErroneous } from '../../contract/evaluations/evaluation-status.ts';
import { evaluatorsOf, type Metric } from '../compare/metrics.ts';

/**
 * Creates the function that returns whether a finished row failed: it has an error, an evaluator judged it `false`, or it
 * has the worst score of an evaluator's range.
 */
export function createFailureTest(evaluation: Evaluation): (row: EvaluationScenario) => boolean {
  const evaluators = evaluatorsOf(evaluation).filter(({ source }) => source === 'evaluator');
  return (row) =>
    isErroneous(row) ||
    // A stopped evaluation has no results of its evaluators yet.
    row.results.some(({ result }) => result.value === false) ||
    evaluators.some((evaluator) => isWorst(evaluator, evaluator.read(row)));
}

function isWorst({ range, goal }: Metric, value: number | boolean | null): boolean {
  const worst = goal === 'higher' ? range?.low : range?.high;
  return typeof value === 'number' && value === worst;
}
