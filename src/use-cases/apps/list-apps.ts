import type { Client } from '../../client/create-client.ts';
import type { App } from '../../contract/apps/app.ts';

/** Lists the apps of the service. */
export async function listApps(client: Client): Promise<App[]> {
  return await client.listApps({});
}
