import { expect, test } from 'vitest';
import type { ArchiveTable } from '../../../../../src/contract/archives/archive.ts';
import {
  adoptTestsets,
  cancelUnfinished,
  countArchiveRows,
  countTestsetParts,
  findArchiveRows,
  insertArchiveRows,
  readArchiveRows,
} from '../../../../../src/service/archives/queries/archive-rows.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

/** Rows of an app and of another, with test sets of both and of none. */
async function openApp() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support', project_id: 'p' },
    { id: 'b', name: 'other', project_id: 'p' },
  ]);
  await insertBare(db, 'bases', [{ id: 'x', app_id: 'a', name: 'main', newest_deployment_id: null }]);
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'a', base_id: 'x', name: 'v', config_name: 'v' },
    { id: 'w', app_id: 'b', base_id: 'x', name: 'w', config_name: 'w' },
  ]);
  await insertBare(db, 'variant_revisions', [
    { id: 'v1', variant_id: 'v', revision: 1 },
    { id: 'w1', variant_id: 'w', revision: 1 },
  ]);
  await insertBare(db, 'testsets', [
    { id: 't1', project_id: 'p', app_id: 'a', name: 't1' },
    { id: 't2', project_id: 'p', app_id: null, name: 't2' },
    { id: 't3', project_id: 'p', app_id: 'b', name: 't3' },
    { id: 't4', project_id: 'q', app_id: 'a', name: 't4' },
  ]);
  await insertBare(db, 'testset_revisions', [
    { id: 'r1', testset_id: 't1', revision: 1 },
    { id: 'r2', testset_id: 't2', revision: 1 },
    { id: 'r3', testset_id: 't3', revision: 1 },
  ]);
  await insertBare(
    db,
    'testset_revision_rows',
    ['r2 1', 'r1 1', 'r1 0', 'r1 2', 'r2 0', 'r3 0'].map((name) => {
      const [revision_id = '', position] = name.split(' ');
      return { revision_id, position: Number(position), cells: name };
    }),
  );
  return db;
}

const SCOPE = { appId: 'a', projectId: 'p', withShared: false };
const SHARED = { ...SCOPE, withShared: true };

test.each<[ArchiveTable, number, number]>([
  ['apps', 1, 1],
  ['variants', 1, 1],
  ['variant_revisions', 1, 1],
  ['testsets', 1, 2],
  ['testset_revisions', 1, 2],
  ['testset_revision_rows', 3, 5],
])('an archive has of %s what belongs to the app', async (table, own, withShared) => {
  const db = await openApp();
  expect([await countArchiveRows(db, table, SCOPE), await countArchiveRows(db, table, SHARED)]).toEqual([
    own,
    withShared,
  ]);
  const read = async (scope: typeof SCOPE) =>
    (await readArchiveRows(db, { ...scope, table, after: null, limit: 9 })).length;
  expect([await read(SCOPE), await read(SHARED)]).toEqual([own, withShared]);
});

test('columns that belong to the service are left out', async () => {
  const db = await openApp();
  expect(await readArchiveRows(db, { ...SCOPE, table: 'bases', after: null, limit: 9 })).toEqual([
    { id: 'x', app_id: 'a', name: 'main', created_at: '' },
  ]);
});

test('rows are read in the order of their keys, behind one of them', async () => {
  const db = await openApp();
  const read = async (after: readonly (string | number)[] | null, limit: number) => {
    const rows = await readArchiveRows(db, { ...SHARED, table: 'testset_revision_rows', after, limit });
    return rows.map(({ cells }) => cells);
  };
  expect(await read(null, 9)).toEqual(['r1 0', 'r1 1', 'r1 2', 'r2 0', 'r2 1']);
  expect(await read(['r1', 1], 2)).toEqual(['r1 2', 'r2 0']);
  const testsets = await readArchiveRows(db, { ...SHARED, table: 'testsets', after: ['t1'], limit: 9 });
  expect(testsets.map(({ id }) => id)).toEqual(['t2']);
});

test('rows are found by their keys', async () => {
  const db = await openApp();
  const find = async (keys: readonly string[], seconds?: readonly number[] | null) =>
    (await findArchiveRows(db, 'testset_revision_rows', keys, seconds)).map(({ cells }) => String(cells)).toSorted();
  expect(await find(['r1'])).toEqual(['r1 0', 'r1 1', 'r1 2']);
  expect(await find(['r1', 'r2'], [1, 7])).toEqual(['r1 1', 'r2 1']);
  expect([await find([]), await find(['r1'], [])]).toEqual([[], []]);
  expect((await findArchiveRows(db, 'testsets', ['t3'], [1])).map(({ id }) => id)).toEqual(['t3']);
});

test('rows are stored, and what they lack is empty', async () => {
  const db = await openApp();
  const row = (await findArchiveRows(db, 'testset_revisions', ['r1']))[0] ?? {};
  const [one, other] = [
    { ...row, id: 'r4', revision: 2, columns: '["text"]' },
    { ...row, id: 'r5', revision: 3, columns: '[]' },
  ];
  await insertArchiveRows(db, 'testset_revisions', [one, other]);
  expect(await findArchiveRows(db, 'testset_revisions', ['r4', 'r5'])).toEqual([one, other]);
});

test('the parts of a test set are counted', async () => {
  const db = await openApp();
  expect([await countTestsetParts(db, 'testsets', 't1'), await countTestsetParts(db, 'testsets', 't4')]).toEqual([
    1, 0,
  ]);
  expect(await countTestsetParts(db, 'testset_revisions', 'r1')).toBe(3);
});

test("an app's unfinished evaluations are cancelled", async () => {
  const { db } = await openBare();
  await insertBare(db, 'evaluations', [
    { id: '1', app_id: 'a', status_value: 'EVALUATION_STARTED' },
    { id: '2', app_id: 'a', status_value: 'EVALUATION_INITIALIZED' },
    { id: '3', app_id: 'a', status_value: 'EVALUATION_FINISHED' },
    { id: '4', app_id: 'b', status_value: 'EVALUATION_STARTED' },
  ]);
  expect(await cancelUnfinished(db, 'a')).toBe(2);
  const stored = await db.selectFrom('evaluations').select(['status_value', 'status']).orderBy('id').execute();
  const cancelled = {
    status_value: 'EVALUATION_CANCELLED',
    status: '{"type":"status","value":"EVALUATION_CANCELLED"}',
  };
  expect(stored.slice(0, 2)).toEqual([cancelled, cancelled]);
  expect(stored.slice(2).map(({ status_value }) => status_value)).toEqual([
    'EVALUATION_FINISHED',
    'EVALUATION_STARTED',
  ]);
});

test('test sets of no app are given back to theirs', async () => {
  const db = await openApp();
  await adoptTestsets(db, [], 'a');
  await adoptTestsets(db, ['t2', 't3'], 'a');
  const stored = await db.selectFrom('testsets').select(['id', 'app_id']).orderBy('id').execute();
  expect(stored.map(({ id, app_id }) => [id, app_id])).toEqual([
    ['t1', 'a'],
    ['t2', 'a'],
    ['t3', 'b'],
    ['t4', 'a'],
  ]);
});
