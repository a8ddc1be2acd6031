import type { Parameters } from '../../contract/variants/variant.ts';
import type { JudgedResult } from '../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { Judging } from './call-budget.ts';
import type { CellOutcome } from './call-outcome.ts';

/** One case of an evaluation that has no stored result yet. */
export interface EvaluationCase {
  /** Position among the evaluation's rows, from 0. */
  readonly index: number;
  /** Number of the repetition, from 0: the same input called again on purpose. */
  readonly repeat: number;
  readonly row: TestsetRow;
  readonly input: Parameters;
}

/** A newly computed score that is worth storing. */
export interface NewScore {
  readonly key: string;
  readonly result: JudgedResult;
}

/** A case with all results to store. */
export interface FinishedCase extends EvaluationCase {
  readonly cellKey: string;
  readonly outcome: CellOutcome;
  /** True when no call was made for this case: the answer was stored, or another case has the same input. */
  readonly isCached: boolean;
  /** In the order of the evaluators. */
  readonly scores: readonly JudgedResult[];
  readonly newScores: readonly NewScore[];
  /** What judging this case cost. */
  readonly judging: Judging;
}
