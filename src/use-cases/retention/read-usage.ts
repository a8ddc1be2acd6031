import type { Client } from '../../client/create-client.ts';
import type { Usage } from '../../contract/retention/retention.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

export interface ReadUsageOptions {
  readonly client: Client;
  /** `null`: all apps that the key reaches. */
  readonly app: string | null;
}

/** Reads what the stored data takes, the largest first. */
export async function readUsage({ client, app }: ReadUsageOptions): Promise<Usage> {
  await client.require('figures of usage');
  return await client.getUsage(app === null ? {} : { app_id: await resolveAppId({ client, app }) });
}
