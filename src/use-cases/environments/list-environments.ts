import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

export interface ListEnvironmentsOptions {
  readonly client: Client;
  readonly app: string | null;
}

/** Lists the environments of an app: development, staging, production, then others. */
export async function listEnvironments({ client, app }: ListEnvironmentsOptions): Promise<EnvironmentOutput[]> {
  return await client.listAppEnvironments({ app_id: await resolveAppId({ client, app }) });
}
