import type { EvaluationScenario } from './evaluation.ts';

/** A row of an evaluation with its index, from 1, in the test set. */
export interface EvaluationRow extends Omit<EvaluationScenario, 'row'> {
  readonly row: number;
}
