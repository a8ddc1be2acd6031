import type { Client } from '../../client/create-client.ts';
import type { EvaluationSummary } from '../../contract/evaluations/evaluation-summary.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { isWfError } from '../../errors/wf-error.ts';
import { isFinished, readEvaluationRows } from './read-evaluation-rows.ts';

/** Summarises an evaluation; `null` until it is finished. */
export async function summariseEvaluation(
  client: Client,
  evaluation: Evaluation,
  maxRows: number,
): Promise<EvaluationSummary | null> {
  if (!isFinished(evaluation)) return null;
  try {
    return await client.getEvaluationSummary({ evaluation_id: evaluation.id, worst: maxRows });
  } catch (error) {
    if (!isWfError(error) || error.code !== 'WF_NOT_FOUND') throw error;
    // A service without summaries still has the rows to compute one from.
    const { summariseEvaluation: summarise } = await import('../../evaluation/summary/summarise-evaluation.ts');
    return await summarise(readEvaluationRows(client, evaluation), { maxRows });
  }
}
