import type { Client } from '../../client/create-client.ts';
import type { TestsetEntry } from '../../contract/testsets/testset.ts';
import { confirmDeletion } from '../records/confirm-write.ts';

/**
 * Deletes a test set.
 *
 * @returns a warning if the result could not be read back
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the deletion and still lists the test set
 */
export async function deleteTestset(client: Client, { id, name }: TestsetEntry): Promise<string | null> {
  await client.deleteTestsets({ body: { testset_ids: [id] } });
  return await confirmDeletion({
    client,
    what: `test set ${name}`,
    list: async () => (await client.listTestsets({})).map((testset) => testset.id),
    id,
    nextStep: 'wf testsets list',
  });
}
