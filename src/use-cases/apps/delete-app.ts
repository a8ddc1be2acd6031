import type { Client } from '../../client/create-client.ts';
import type { App } from '../../contract/apps/app.ts';

/** Deletes an app that was resolved before, with all that belongs to it. */
export async function deleteApp(client: Client, { app_id }: Pick<App, 'app_id'>): Promise<void> {
  await client.deleteApp({ app_id });
}
