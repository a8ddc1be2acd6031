import type { Client } from '../../client/create-client.ts';
import type { EvaluationLimits, Evaluation } from '../../contract/evaluations/evaluation.ts';

/** Stops an evaluation that waits or runs. @throws {WF_CONFLICT} when it has ended */
export async function cancelEvaluation(client: Client, { id }: Evaluation): Promise<Evaluation> {
  return await client.cancelEvaluation({ evaluation_id: id });
}

/** Takes an evaluation up again. @throws {WF_CONFLICT} when it has all its rows */
export async function resumeEvaluation(
  client: Client,
  { id }: Evaluation,
  limits: EvaluationLimits,
): Promise<Evaluation> {
  return await client.resumeEvaluation({ evaluation_id: id, body: { limits } });
}
