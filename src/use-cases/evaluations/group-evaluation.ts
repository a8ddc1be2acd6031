import type { Client } from '../../client/create-client.ts';
import type { EvaluationGroups } from '../../contract/evaluations/evaluation-groups.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { readEvaluationRows, requireComplete } from './read-evaluation-rows.ts';

/**
 * Summarises the rows of an evaluation by the values of one field; computed here, so that every service can be asked.
 *
 * @param field - a column of the test set, an evaluator, or `error`
 * @throws {WF_NOT_FOUND} for a field that no row has
 * @throws {WF_INVALID_INPUT} when the evaluation is not finished, or the field has too many values
 */
export async function groupEvaluation(
  client: Client,
  evaluation: Evaluation,
  field: string,
): Promise<EvaluationGroups> {
  const rows = readEvaluationRows(client, requireComplete(evaluation));
  // A summary without groups needs none of it: the service computes that.
  const { summariseGroups } = await import('../../evaluation/summary/summarise-evaluation.ts');
  return await summariseGroups(rows, field);
}
