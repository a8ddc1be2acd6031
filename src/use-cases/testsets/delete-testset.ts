import type { Client } from '../../client/create-client.ts';
import type { TestsetEntry } from '../../contract/testsets/testset.ts';

/** Deletes a test set that was resolved before. */
export async function deleteTestset(client: Client, { id }: Pick<TestsetEntry, 'id'>): Promise<void> {
  await client.deleteTestsets({ body: { testset_ids: [id] } });
}
