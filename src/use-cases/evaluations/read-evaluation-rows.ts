import type { Client } from '../../client/create-client.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { EvaluationRows } from '../../evaluation/compare/compare-rows.ts';
import { hasFinished, isUnfinished } from '../../contract/evaluations/evaluation-status.ts';
import { resumeStep } from './require-finished.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';

/** Combines an evaluation with a reader of its rows, page by page. */
export function readEvaluationRows(client: Client, evaluation: Evaluation): EvaluationRows {
  const input = { evaluation_id: evaluation.id, limit: PAGE_SIZE };
  return { evaluation, rows: () => client.paginate('listEvaluationScenarios', input) };
}

/**
 * Returns the evaluation if its results are complete.
 *
 * @throws {WF_INVALID_INPUT} when it is running, failed or was cancelled
 */
export function requireComplete(evaluation: Evaluation): Evaluation {
  const { id, status } = evaluation;
  if (hasFinished(status)) return evaluation;
  const reason = status.error?.message;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Evaluation ${id} has no complete results: its status is ${JSON.stringify(status.value)}${reason === undefined ? '.' : `, ${reason}`}`,
    nextSteps: [isUnfinished(status) ? `wf eval watch ${id}` : resumeStep(evaluation)],
  });
}
