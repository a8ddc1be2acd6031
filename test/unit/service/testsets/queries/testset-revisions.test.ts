import { expect, test } from 'vitest';
import {
  deleteAbandonedRevisions,
  finishRevision,
  growRevision,
  insertRevisionRow,
  readTestsetRevisions,
  requireRevisionRow,
} from '../../../../../src/service/testsets/queries/testset-revisions.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

async function openRevisions() {
  const { db } = await openBare();
  await insertBare(db, 'testsets', [{ id: 't', name: 'cases' }]);
  await insertBare(db, 'testset_revisions', [
    { id: 'r2', testset_id: 't', revision: 2 },
    { id: 'r1', testset_id: 't', revision: 1 },
    { id: 'open', testset_id: null, revision: null, app_id: 'a', row_count: 3, columns: '[]', created_at: '2' },
    { id: 'old', testset_id: null, revision: null, created_at: '1' },
  ]);
  return db;
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('revisions are listed by their numbers, and found by their ids', async () => {
  const db = await openRevisions();
  const list = async (after: number, limit: number) => idsOf(await readTestsetRevisions(db, 't', { after, limit }));
  expect([await list(0, 9), await list(1, 9), await list(0, 1)]).toEqual([['r1', 'r2'], ['r2'], ['r1']]);
  const found = await requireRevisionRow(db, 'r1');
  expect(found.revision).toBe(1);
  await expect(requireRevisionRow(db, 'none')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringContaining('test set revision'),
  });
  await insertRevisionRow(db, { ...found, id: 'r3', revision: 3 });
  expect(await list(2, 9)).toEqual(['r3']);
});

test('an open revision grows unless it grew meanwhile, and is finished', async () => {
  const db = await openRevisions();
  const grown = { row_count: 5, columns: '["text"]' };
  expect(await growRevision(db, { id: 'open', row_count: 2 }, grown)).toBe(false);
  expect(await growRevision(db, { id: 'open', row_count: 3 }, grown)).toBe(true);
  expect(await requireRevisionRow(db, 'open')).toMatchObject({ ...grown, testset_id: null, app_id: 'a' });
  await finishRevision(db, 'open', { testset_id: 't', revision: 3 });
  expect(await requireRevisionRow(db, 'open')).toMatchObject({ testset_id: 't', revision: 3, app_id: null });
  expect(await requireRevisionRow(db, 'old')).toMatchObject({ testset_id: null });
});

test('revisions that were never finished are deleted by their age', async () => {
  const db = await openRevisions();
  await deleteAbandonedRevisions(db, '2');
  const left = await db.selectFrom('testset_revisions').select('id').orderBy('id').execute();
  expect(idsOf(left)).toEqual(['open', 'r1', 'r2']);
});
