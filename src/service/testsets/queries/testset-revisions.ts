import type { NotNull } from 'kysely';
import { notFound } from '../../../foundation/errors/not-found.ts';
import type { Database, Db } from '../../store/schema.ts';

export type TestsetRevisionRow = Database['testset_revisions'];

/** @throws {WF_NOT_FOUND} for an unknown id */
export async function requireRevisionRow(db: Db, id: string): Promise<TestsetRevisionRow> {
  const row = await db.selectFrom('testset_revisions').selectAll().where('id', '=', id).executeTakeFirst();
  if (row !== undefined) return row;
  throw notFound({ kind: 'test set revision', name: id, available: [] });
}

/** A revision that belongs to a test set. */
type FinishedRevisionRow = TestsetRevisionRow & { readonly revision: number };

/** Reads a test set's revisions by their numbers, in order. */
export async function readTestsetRevisions(
  db: Db,
  testsetId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<FinishedRevisionRow[]> {
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
