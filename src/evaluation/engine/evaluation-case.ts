import type { Parameters } from '../../contract/records/variant.ts';
import type { JudgedResult } from '../../contract/records/result.ts';
import type { TestsetRow } from '../../contract/records/testset.ts';
import type { CellOutcome } from './call-outcome.ts';

/** One case of an evaluation that has no stored result yet. */
export interface EvaluationCase {
  /** Position of the row in the test set, from 0. */
  readonly index: number;
  readonly row: TestsetRow;
  readonly input: Parameters;
}

/** A case with everything there is to store of it. */
export interface FinishedCase extends EvaluationCase {
  readonly cellKey: string;
  readonly outcome: CellOutcome;
  /** True when the answer was stored already and no call was made. */
  readonly isCached: boolean;
  /** In the order of the evaluators. */
  readonly scores: readonly JudgedResult[];
}
