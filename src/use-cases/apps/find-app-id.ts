import type { Client } from '../../client/create-client.ts';
import { isWholeId } from '../records/find-record.ts';

/**
 * Finds an app that may not be there yet, as that of a project before its first deploy.
 *
 * @param app - name or id; `null` when none is named
 */
export async function findAppId(client: Client, app: string | null): Promise<string | null> {
  if (app === null) return null;
  // Of this name, or all of them at a service that knows no such filter.
  const apps = await client.listApps(isWholeId(app) ? { id_prefix: app } : { app_name: app });
  return apps.find(({ app_id, app_name }) => app_name === app || app_id === app)?.app_id ?? null;
}
