import type { Client } from '../../client/create-client.ts';
import { notFound } from '../../foundation/errors/not-found.ts';
import { isUnexplainedFailure, orMissing } from '../records/is-missing.ts';

/**
 * Checks that an app exists, where a service's answer does not say: the public one lists no records of an unknown app,
 * or fails without a reason.
 *
 * @param app_id - full id, which is trusted without a request
 * @throws {WF_NOT_FOUND} when the service lists other apps only
 * @source facts §2.1, §2.7
 */
export async function requireApp(client: Client, app_id: string): Promise<void> {
  if ((await client.extensions()) !== null) return;
  const apps = await orMissing(client.listApps({}));
  if (apps === null || apps.some((app) => app.app_id === app_id)) return;
  const available = apps.map(({ app_name }) => app_name);
  throw notFound({ kind: 'app', name: app_id, available, nextSteps: ['wf apps list'] });
}

/** Reads the records of an app, and checks the app if there are none or the service fails without a reason. */
export async function readOfApp<Record>(
  client: Client,
  app_id: string,
  records: Promise<readonly Record[]>,
): Promise<Record[]> {
  try {
    const found = [...(await records)];
    if (found.length === 0) await requireApp(client, app_id);
    return found;
  } catch (error) {
    if (isUnexplainedFailure(error)) await requireApp(client, app_id);
    throw error;
  }
}
