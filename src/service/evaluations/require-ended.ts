import { hasFinished } from '../../contract/evaluations/evaluation-status.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { EvaluationRow } from './queries/evaluations.ts';

/** @throws {WF_CONFLICT} when the evaluation is not finished */
export function requireEnded({ id, status_value }: EvaluationRow): void {
  if (hasFinished({ value: status_value })) return;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `Evaluation ${id} is not finished, so it has no results yet.`,
  });
}
