import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { isFinished, isUnfinished, variantOf } from './result-text.ts';

export interface EvaluationFilter {
  /** Text in the names of variant, test set or evaluators, ignoring case; empty for any. */
  readonly find: string;
  /** `finished`, `running` or `failed`; others are any. */
  readonly status: string;
}

/** Finds evaluations by names and status. */
export function findEvaluations(
  evaluations: readonly Evaluation[],
  { find, status }: EvaluationFilter,
): readonly Evaluation[] {
  const needle = find.toLowerCase();
  return evaluations.filter((evaluation) => hasStatus(evaluation, status) && textOf(evaluation).includes(needle));
}

function hasStatus(evaluation: Evaluation, wanted: string): boolean {
  const { status } = evaluation;
  if (wanted === 'finished') return isFinished(evaluation);
  if (wanted === 'running') return isUnfinished(status);
  return wanted === 'failed' ? !isUnfinished(status) && status.value !== 'EVALUATION_FINISHED' : true;
}

function textOf(evaluation: Evaluation): string {
  const evaluators = evaluation.aggregated_results.map(({ evaluator_config }) => evaluator_config.name);
  return [variantOf(evaluation), evaluation.testset_name ?? '', ...evaluators].join('\n').toLowerCase();
}
