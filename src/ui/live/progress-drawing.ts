import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';

/** A live progress view. */
export interface ProgressDrawing {
  readonly draw: (all: readonly EvaluationProgress[]) => void;
  readonly close: () => Promise<void>;
}
