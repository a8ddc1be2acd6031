import type { Client } from '../../client/create-client.ts';
import { isEndpointMissing, orUnsupported } from '../../client/public/is-missing.ts';
import type { EvaluationSummary, EvaluationGroups } from '../../contract/evaluations/evaluation-summary.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { hasFinished } from '../../contract/evaluations/evaluation-status.ts';
import { readEvaluationRows, requireComplete } from './require-finished.ts';

interface SummarisedEvaluation {
  /** `null`: the evaluation is not finished, or the service does not send its rows. */
  readonly summary: EvaluationSummary | null;
  readonly lacking: readonly string[];
}

/** Summarises an evaluation as far as the service sends what that takes. */
export async function summariseIfPossible(
  client: Client,
  evaluation: Evaluation,
  maxRows: number,
): Promise<SummarisedEvaluation> {
  try {
    return { summary: await summariseEvaluation(client, evaluation, maxRows), lacking: [] };
  } catch (error) {
    if (!isEndpointMissing(error)) throw error;
    return { summary: null, lacking: ['the rows of evaluations, so there is no summary'] };
  }
}

/** Summarises an evaluation; `null` until it is finished. */
export async function summariseEvaluation(
  client: Client,
  evaluation: Evaluation,
  maxRows: number,
): Promise<EvaluationSummary | null> {
  if (!hasFinished(evaluation.status)) return null;
  const input = { evaluation_id: evaluation.id, worst: maxRows };
  const summary = await orUnsupported(client.getEvaluationSummary(input), null);
  if (summary !== null) return summary;
  // Other services have the rows to compute one from.
  const { summariseEvaluation: summarise } = await import('../../evaluation/summary/summarise-evaluation.ts');
  return await summarise(readEvaluationRows(client, evaluation), { maxRows });
}

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
