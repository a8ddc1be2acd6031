import type { TestsetEntry, TestsetRow } from '../../../contract/testsets/testset.ts';
import { RefusedRequest, send, sendForPage, sendIfUnchanged } from '../../service/request.ts';

const PAGE_SIZE = 1000;

/** How often the rows are copied again because somebody else changed the test set meanwhile. */
const MAX_COPIES = 5;

/** Adds a row to the end of a test set, as a new revision: after the rows that others added meanwhile. */
export async function addRow({ id: testset_id, name, app_id = null }: TestsetEntry, row: TestsetRow): Promise<void> {
  for (let copies = 1; ; copies += 1) {
    const { revision = 0 } = await readEntry(testset_id, name);
    const { id: testset_revision_id } = await send('POST /testset-revisions', { body: { name, app_id } });
    await copyRows({ testset_id, revision, testset_revision_id }, row);
    const finish = { testset_revision_id };
    try {
      await sendIfUnchanged('POST /testset-revisions/{testset_revision_id}/finish', finish, revision);
      return;
    } catch (error) {
      const isChanged = error instanceof RefusedRequest && error.status === 412;
      if (!isChanged || copies === MAX_COPIES) throw error;
    }
  }
}

async function readEntry(id: string, name: string): Promise<TestsetEntry> {
  const entry = (await send('GET /testsets', { name })).find((each) => each.id === id);
  if (entry === undefined) throw new Error(`There is no test set ${name} any longer.`);
  return entry;
}

interface Copy {
  readonly testset_id: string;
  readonly revision: number;
  /** The open revision that gets the rows. */
  readonly testset_revision_id: string;
}

async function copyRows({ testset_id, revision, testset_revision_id }: Copy, last: TestsetRow): Promise<void> {
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
      { testset_id, revision },
      { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
    );
    if (page.items.length > 0) await append(position, page.items);
    position += page.items.length;
    cursor = page.cursor;
  } while (cursor !== null);
  await append(position, [last]);
}
