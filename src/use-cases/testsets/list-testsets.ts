import type { Client } from '../../client/create-client.ts';
import type { TestsetEntry } from '../../contract/testsets/testset.ts';

/** Lists the test sets of the service. */
export async function listTestsets(client: Client): Promise<TestsetEntry[]> {
  return await client.listTestsets({});
}
