import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';

/** A moving picture that is being drawn. */
export interface ProgressDrawing {
  readonly draw: (all: readonly EvaluationProgress[]) => void;
  readonly close: () => Promise<void>;
}
