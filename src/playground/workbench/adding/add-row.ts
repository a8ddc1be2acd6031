import type { TestsetEntry, TestsetRow } from '../../../contract/testsets/testset.ts';
import { send, sendForPage } from '../../service/request.ts';

const PAGE_SIZE = 1000;

/**
 * Adds a row to the end of a test set, as a new revision.
 *
 * @throws {Error} when somebody else changed the test set meanwhile
 */
export async function addRow(
  { id: testset_id, name, app_id = null, revision }: TestsetEntry,
  row: TestsetRow,
): Promise<void> {
  const { id: testset_revision_id } = await send('POST /testset-revisions', { body: { name, app_id } });
  const append = (position: number, rows: readonly TestsetRow[]) =>
    send('POST /testset-revisions/{testset_revision_id}/rows', {
      testset_revision_id,
      body: { position, rows: [...rows] },
    });
  let position = 0;
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly TestsetRow[]; readonly cursor: string | null } = await sendForPage(
      'GET /testsets/{testset_id}/rows',
      { testset_id, ...(revision == null ? {} : { revision }) },
      { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
    );
    if (page.items.length > 0) await append(position, page.items);
    position += page.items.length;
    cursor = page.cursor;
  } while (cursor !== null);
  await append(position, [row]);
  const now = await send('GET /testsets', { name });
  if (now.find((entry) => entry.id === testset_id)?.revision !== revision) {
    throw new Error(`Somebody else changed ${name} meanwhile. Close this dialog, and add the row again.`);
  }
  await send('POST /testset-revisions/{testset_revision_id}/finish', { testset_revision_id });
}
