import type { Client } from '../client/create-client.ts';
import type { App } from '../contract/records/app.ts';

/** Lists the apps of the service. */
export async function listApps(client: Client): Promise<App[]> {
  return await client.listApps({});
}
