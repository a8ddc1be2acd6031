import type { Parameters } from '../../contract/variants/variant.ts';
import type { JudgedResult } from '../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { CellOutcome } from './call-outcome.ts';

/** One case of an evaluation that has no stored result yet. */
export interface EvaluationCase {
  /** Place among the evaluation's rows, from 0. */
  readonly index: number;
  /** Number of the repetition, from 0: answers of the same input, asked for again on purpose. */
  readonly repeat: number;
  readonly row: TestsetRow;
  readonly input: Parameters;
}

/** A score that was computed now, and is worth keeping. */
export interface NewScore {
  readonly key: string;
  readonly result: JudgedResult;
}

/** A case with everything there is to store of it. */
export interface FinishedCase extends EvaluationCase {
  readonly cellKey: string;
  readonly outcome: CellOutcome;
  /** True when no call was made for this case: its answer was stored, or that of another case with the same input. */
  readonly isCached: boolean;
  /** In the order of the evaluators. */
  readonly scores: readonly JudgedResult[];
  readonly newScores: readonly NewScore[];
}
