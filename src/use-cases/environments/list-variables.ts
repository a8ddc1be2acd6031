import type { Client } from '../../client/create-client.ts';
import type { Variable } from '../../contract/environments/variable.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

/** Lists the environment variables that were set for an app's workflow, without their values. */
export async function listVariables({ client, app }: { client: Client; app: string | null }): Promise<Variable[]> {
  return await client.listVariables({ app_id: await resolveAppId({ client, app }) });
}
