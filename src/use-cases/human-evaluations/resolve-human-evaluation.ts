import type { Client } from '../../client/create-client.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { lookUpRecord } from '../records/look-up-record.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';

export interface ResolveHumanEvaluationOptions {
  readonly client: Client;
  readonly app: string | null;
  /** Id, or a unique id prefix. */
  readonly evaluation: string;
}

/**
 * Finds a human evaluation by id; a full id needs no app.
 *
 * @throws {WF_NOT_FOUND} when no human evaluation of the app has that id
 */
export async function resolveHumanEvaluation(options: ResolveHumanEvaluationOptions): Promise<HumanEvaluation> {
  const { client, app, evaluation } = options;
  if (isFullId(evaluation)) return await client.getHumanEvaluation({ evaluation_id: evaluation });
  const app_id = await resolveAppId({ client, app });
  return await lookUpRecord({
    kind: 'human evaluation',
    typed: evaluation,
    ask: (only) => client.listHumanEvaluations({ app_id, order: 'desc', limit: PAGE_SIZE, ...only }),
    idOf: ({ id }) => id,
    nextSteps: ['wf human-eval list'],
    firstSteps: ['wf human-eval create --testset NAME'],
  });
}
