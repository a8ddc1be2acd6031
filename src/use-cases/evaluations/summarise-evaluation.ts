import type { Client } from '../../client/create-client.ts';
import type { EvaluationSummary } from '../../contract/evaluations/evaluation-summary.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { hasFinished } from '../../contract/evaluations/evaluation-status.ts';
import { readEvaluationRows } from './read-evaluation-rows.ts';
import { isEndpointMissing } from '../records/is-missing.ts';

/** A summary, and what the service lacks to make one. */
export interface SummarisedEvaluation {
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
  const extended = await client.extensions();
  if (extended !== null) return await extended.getEvaluationSummary({ evaluation_id: evaluation.id, worst: maxRows });
  // Other services have the rows to compute one from.
  const { summariseEvaluation: summarise } = await import('../../evaluation/summary/summarise-evaluation.ts');
  return await summarise(readEvaluationRows(client, evaluation), { maxRows });
}
