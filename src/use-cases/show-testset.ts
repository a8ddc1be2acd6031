import type { Client } from '../client/create-client.ts';
import type { Testset } from '../contract/records/testset.ts';
import { isWholeId } from './find-record.ts';
import { resolveTestset } from './resolve-testset.ts';

/**
 * Fetches one test set with its rows.
 *
 * @throws {WF_NOT_FOUND} when no test set has that name or id
 */
export async function showTestset(client: Client, testset: string): Promise<Testset> {
  const testset_id = isWholeId(testset) ? testset : (await resolveTestset(client, testset)).id;
  return await client.getTestset({ testset_id });
}
