import { notFound } from '../../foundation/errors/not-found.ts';
import type { PublicClient } from '../create-client.ts';
import { isUnexplainedFailure, orMissing } from './is-missing.ts';

/**
 * Reads a list of an app, and checks the app if the list is empty or the service fails without a reason. The public
 * service lists no records of an unknown app, or fails.
 *
 * @yields the records
 * @throws {WF_NOT_FOUND} when the service lists other apps only
 * @source facts §2.1, §2.7
 */
export async function* listOfApp<Row>(
  client: PublicClient,
  app_id: string,
  records: AsyncIterable<Row>,
): AsyncGenerator<Row> {
  let isEmpty = true;
  try {
    for await (const record of records) {
      isEmpty = false;
      yield record;
    }
  } catch (error) {
    if (isUnexplainedFailure(error)) await requireApp(client, app_id);
    throw error;
  }
  if (isEmpty) await requireApp(client, app_id);
}

async function requireApp(client: PublicClient, app_id: string): Promise<void> {
  if ((await client.extensions()) !== null) return;
  const apps = await orMissing(client.listApps({}));
  if (apps === null || apps.some((app) => app.app_id === app_id)) return;
  const available = apps.map(({ app_name }) => app_name);
  throw notFound({ kind: 'app', name: app_id, available, nextSteps: ['wf apps list'] });
}
