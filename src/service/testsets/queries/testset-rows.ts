import { setImmediate } from 'node:timers/promises';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { createInsertRows } from '../../store/insert-rows.ts';
import { fromJson } from '../../store/json-column.ts';
import type { Db } from '../../store/schema.ts';

/** Rows per page, and per two insert statements. */
const BATCH = 512;

/** SQLite answers synchronously, so a long test set would block all other calls of this process. */
const yieldToOthers = (): Promise<void> => setImmediate();

/** @param start - position of the first of these rows, from 0 */
export async function insertTestsetRows(
  db: Db,
  revisionId: string,
  rows: readonly TestsetRow[],
  start = 0,
): Promise<void> {
  const insertRows = createInsertRows({
    table: 'testset_revision_rows',
    columns: ['revision_id', 'position', 'cells'],
  });
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    await insertRows(
      db,
      batch.map((row, index) => [revisionId, start + from + index, JSON.stringify(row)]),
    );
  }
}

/** Reads rows after a position, in order. */
export async function readTestsetRows(
  db: Db,
  revisionId: string,
  { after = -1, limit = Number.MAX_SAFE_INTEGER }: { readonly after?: number; readonly limit?: number } = {},
): Promise<{ readonly position: number; readonly row: TestsetRow }[]> {
  const rows = await selectRows(db, revisionId, { after, limit });
  return rows.map(({ position, cells }) => ({ position, row: fromJson<TestsetRow>(cells) }));
}

/**
 * Streams the stored rows, so that memory does not grow with their number.
 *
 * @yields pages, in order
 */
export async function* streamTestsetRows(
  db: Db,
  revisionId: string,
  pageSize: number = BATCH,
): AsyncGenerator<readonly { readonly position: number; readonly cells: string }[]> {
  let after = -1;
  while (true) {
    const page = await selectRows(db, revisionId, { after, limit: pageSize });
    if (page.length === 0) return;
    yield page;
    await yieldToOthers();
    after = page.at(-1)?.position ?? after;
  }
}

async function selectRows(
  db: Db,
  revisionId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly position: number; readonly cells: string }[]> {
  return await db
    .selectFrom('testset_revision_rows')
    .select(['position', 'cells'])
    .where('revision_id', '=', revisionId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}
