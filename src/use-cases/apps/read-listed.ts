import type { Client } from '../../client/create-client.ts';
import { requireApp } from './require-app.ts';
import { isUnexplainedFailure } from '../records/is-missing.ts';

/**
 * Reads records of an app, and checks the app if there are none or the service fails without a reason.
 *
 * @yields the records
 */
export async function* readListed<Row>(
  client: Client,
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
