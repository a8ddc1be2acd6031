import type { Client } from '../../client/create-client.ts';
import { isUnexplainedFailure } from '../../client/public/is-missing.ts';
import { isFullId } from '../../contract/validation/full-id.ts';

/**
 * Finds the id of an app that may not exist yet, such as a project's before its first deploy.
 *
 * @param app - name or id; `null`: none
 */
export async function findAppId(client: Client, app: string | null): Promise<string | null> {
  if (app === null) return null;
  // A service without these filters returns all apps.
  const apps = await client.listApps(isFullId(app) ? { id_prefix: app } : { app_name: app }).catch((error: unknown) => {
    // The public service fails if no app has the name.
    if (isUnexplainedFailure(error)) return [];
    throw error;
  });
  return apps.find(({ app_id, app_name }) => app_name === app || app_id === app)?.app_id ?? null;
}
