import type { Client } from '../../client/create-client.ts';
import { isEndpointMissing, orOtherVersion, orUnsupported } from '../../client/public/is-missing.ts';
import type { EvaluationSummary, EvaluationGroups } from '../../contract/evaluations/evaluation-summary.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { hasFinished } from '../../contract/evaluations/evaluation-status.ts';
import { readEvaluationRows, requireComplete } from './require-finished.ts';

interface SummarisedEvaluation {
  /** `null`: the evaluation is not finished, or the service does not send its rows. */
  readonly summary: EvaluationSummary | null;
  readonly lacking: readonly string[];
}

interface SummaryOptions {
  /** Worst rows to keep. */
  readonly maxRows: number;
  /** Column whose values name the cases. @defaultValue as the evaluation was made */
  readonly clusterBy?: string | null;
}

/** Summarises an evaluation as far as the service sends what that takes. */
export async function summariseIfPossible(
  client: Client,
  evaluation: Evaluation,
  options: SummaryOptions,
): Promise<SummarisedEvaluation> {
  try {
    return { summary: await summariseEvaluation(client, evaluation, options), lacking: [] };
  } catch (error) {
    if (!isEndpointMissing(error)) throw error;
    return { summary: null, lacking: ['the rows of evaluations, so there is no summary'] };
  }
}

/** Summarises an evaluation; `null` until it is finished. */
export async function summariseEvaluation(
  client: Client,
  evaluation: Evaluation,
  { maxRows, clusterBy = null }: SummaryOptions,
): Promise<EvaluationSummary | null> {
  if (!hasFinished(evaluation.status)) return null;
  const input = { evaluation_id: evaluation.id, worst: maxRows };
  const summary =
    clusterBy === null ? await orOtherVersion(orUnsupported(client.getEvaluationSummary(input), null)) : null;
  if (summary !== null) return summary;
  // A service summarises its own cases only; an older one counts none, and those of others have only the rows.
  const { summariseEvaluation: summarise } = await import('../../evaluation/summary/summarise-evaluation.ts');
  return await summarise(readEvaluationRows(client, evaluation), { maxRows, clusterBy });
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
  clusterBy: string | null = null,
): Promise<EvaluationGroups> {
  const rows = readEvaluationRows(client, await requireComplete(client, evaluation));
  // A summary without groups needs none of it: the service computes that.
  const { summariseGroups } = await import('../../evaluation/summary/summarise-evaluation.ts');
  return await summariseGroups(rows, field, clusterBy);
}
