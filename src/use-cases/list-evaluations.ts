import type { Client } from '../client/create-client.ts';
import type { Evaluation } from '../contract/records/evaluation.ts';
import { resolveAppId } from './resolve-app.ts';

export interface ListEvaluationsOptions {
  readonly client: Client;
  readonly app: string | null;
}

/** Lists the evaluations of an app, oldest first. */
export async function listEvaluations({ client, app }: ListEvaluationsOptions): Promise<Evaluation[]> {
  return await client.listEvaluations({ app_id: await resolveAppId({ client, app }) });
}
