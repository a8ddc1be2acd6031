import type { Client } from '../client/create-client.ts';
import type { HumanEvaluation } from '../contract/records/human-evaluation.ts';
import { findRecord, isWholeId } from './find-record.ts';
import { resolveAppId } from './resolve-app.ts';

export interface ResolveHumanEvaluationOptions {
  readonly client: Client;
  readonly app: string | null;
  /** Id, or its unique beginning. */
  readonly evaluation: string;
}

/**
 * Finds the human evaluation somebody named; a whole id needs no app.
 *
 * @throws {WF_NOT_FOUND} when no human evaluation of the app has that id
 */
export async function resolveHumanEvaluation(options: ResolveHumanEvaluationOptions): Promise<HumanEvaluation> {
  const { client, app, evaluation } = options;
  if (isWholeId(evaluation)) return await client.getHumanEvaluation({ evaluation_id: evaluation });
  const records = await client.listHumanEvaluations({ app_id: await resolveAppId({ client, app }) });
  const nextSteps = ['wf human-eval list'];
  return findRecord({ kind: 'human evaluation', typed: evaluation, records, idOf: ({ id }) => id, nextSteps });
}
