import { type FoundRows, lengthOf, readWithin } from '../../store/read-within.ts';
import type { PageAfter } from '../../store/page.ts';
import { setImmediate } from 'node:timers/promises';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { createInsertRows } from '../../store/insert-rows.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';
import { type NotNull, sql } from 'kysely';
import { notFound } from '../../../foundation/closest-names.ts';

/** Rows per page, and per two insert statements. */
const BATCH = 512;

/** SQLite answers synchronously, so a long test set would block all other calls of this process. */
const yieldToOthers = (): Promise<void> => setImmediate();

/** @param start - position of the first of these rows, from 0 */
export async function insertTestsetRows(db: Db, revisionId: string, rows: readonly TestsetRow[], start = 0) {
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

export async function readTestsetRows(
  db: Db,
  revisionId: string,
  page: PageAfter<number>,
): Promise<FoundRows<{ readonly position: number; readonly row: TestsetRow }>> {
  const { rows, isCut } = await selectRows(db, revisionId, page);
  return { rows: rows.map(({ position, cells }) => ({ position, row: fromJson<TestsetRow>(cells) })), isCut };
}

/** Measures the rows of a revision, in bytes. */
export async function measureTestsetRows(db: Db, revisionId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('testset_revision_rows')
    .where('revision_id', '=', revisionId)
    .select(sql<number | null>`sum(${lengthOf('cells')})`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
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
    const { rows } = await selectRows(db, revisionId, { after, limit: pageSize });
    if (rows.length === 0) return;
    yield rows;
    await yieldToOthers();
    after = rows.at(-1)?.position ?? after;
  }
}

async function selectRows(
  db: Db,
  revisionId: string,
  { after, limit }: PageAfter<number>,
): Promise<FoundRows<{ readonly position: number; readonly cells: string }>> {
  const rows = db
    .selectFrom('testset_revision_rows')
    .select(['position', 'cells'])
    .where('revision_id', '=', revisionId)
    .where('position', '>', after)
    .orderBy('position');
  return await readWithin(rows, ['cells'], limit);
}

export type TestsetRevisionRow = Database['testset_revisions'];

/** @throws {WF_NOT_FOUND} for an unknown id */
export async function requireRevisionRow(db: Db, id: string): Promise<TestsetRevisionRow> {
  const row = await db.selectFrom('testset_revisions').selectAll().where('id', '=', id).executeTakeFirst();
  if (row !== undefined) return row;
  throw notFound({ kind: 'test set revision', name: id, available: [] });
}

export async function readTestsetRevisions(db: Db, testsetId: string, { after, limit }: PageAfter<number>) {
  return await db
    .selectFrom('testset_revisions')
    .selectAll()
    .$narrowType<{ revision: NotNull }>()
    .where('testset_id', '=', testsetId)
    .where('revision', '>', after)
    .orderBy('revision')
    .limit(limit)
    .execute();
}

export async function insertRevisionRow(db: Db, row: TestsetRevisionRow): Promise<void> {
  await db.insertInto('testset_revisions').values(row).execute();
}

/** Adds rows to the count of an open revision. @returns false when another request added some meanwhile */
export async function growRevision(
  db: Db,
  { id, row_count }: Pick<TestsetRevisionRow, 'id' | 'row_count'>,
  grown: Pick<TestsetRevisionRow, 'row_count' | 'columns'>,
): Promise<boolean> {
  const updated = await db
    .updateTable('testset_revisions')
    .set(grown)
    .where('id', '=', id)
    .where('row_count', '=', row_count)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Gives an open revision its test set and number, after which it never changes. */
export async function finishRevision(
  db: Db,
  id: string,
  place: { readonly testset_id: string; readonly revision: number },
): Promise<void> {
  await db
    .updateTable('testset_revisions')
    .set({ ...place, app_id: null })
    .where('id', '=', id)
    .execute();
}

/** Deletes the revisions that were opened before an instant and never finished. */
export async function deleteAbandonedRevisions(db: Db, before: string): Promise<void> {
  await db.deleteFrom('testset_revisions').where('testset_id', 'is', null).where('created_at', '<', before).execute();
}
