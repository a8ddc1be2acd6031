import type { Client } from '../../client/create-client.ts';
import type { App } from '../../contract/apps/app.ts';
import { confirmDeletion } from '../records/confirm-write.ts';

/**
 * Deletes an app.
 *
 * @returns a warning if the result could not be read back
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the deletion and still lists the app
 */
export async function deleteApp(client: Client, { app_id, app_name }: App): Promise<string | null> {
  await client.deleteApp({ app_id });
  return await confirmDeletion({
    client,
    what: `app ${app_name}`,
    list: async () => (await client.listApps({})).map((app) => app.app_id),
    id: app_id,
    nextStep: 'wf apps list',
  });
}
