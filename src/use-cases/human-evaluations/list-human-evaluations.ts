import type { Client } from '../../client/create-client.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { readWholeList } from '../records/read-whole-list.ts';
import { readOfApp } from '../apps/require-app.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

export interface ListHumanEvaluationsOptions {
  readonly client: Client;
  readonly app: string | null;
}

/** Lists the human evaluations of an app, oldest first. */
export async function listHumanEvaluations(options: ListHumanEvaluationsOptions): Promise<HumanEvaluation[]> {
  const { client } = options;
  const app_id = await resolveAppId(options);
  return await readOfApp(client, app_id, readWholeList(client, 'listHumanEvaluations', { app_id }));
}
