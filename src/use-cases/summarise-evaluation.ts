import type { Client } from '../client/create-client.ts';
import type { EvaluationSummary } from '../contract/records/evaluation-summary.ts';
import type { Evaluation } from '../contract/records/evaluation.ts';
import { summariseEvaluation as summarise } from '../evaluation/summary/summarise-evaluation.ts';
import { isFinished, readEvaluationRows } from './read-evaluation-rows.ts';

/** Adds up the rows of an evaluation; `null` while it has not all of them. */
export async function summariseEvaluation(
  client: Client,
  evaluation: Evaluation,
  maxRows: number,
): Promise<EvaluationSummary | null> {
  return isFinished(evaluation) ? await summarise(readEvaluationRows(client, evaluation), { maxRows }) : null;
}
