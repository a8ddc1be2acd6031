import { UserError } from '../../errors/wf-error.ts';
import type { EvaluationRow } from './queries/evaluations.ts';

/** @throws {WF_CONFLICT} when the evaluation is not finished */
export function requireEnded({ id, status_value }: EvaluationRow): void {
  if (status_value === 'EVALUATION_FINISHED' || status_value === 'EVALUATION_FINISHED_WITH_ERRORS') return;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `Evaluation ${id} is not finished, so it has no results yet.`,
  });
}
