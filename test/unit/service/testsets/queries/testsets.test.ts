import { expect, test } from 'vitest';
import {
  countTestsets,
  findTestsetByName,
  insertTestset,
  nextRevision,
  readTestsets,
  requireTestset,
  updateTestsetRecord,
  type TestsetFilter,
} from '../../../../../src/service/testsets/queries/testsets.ts';
import type { SortedStart } from '../../../../../src/service/store/page.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const TIMES = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' };

/** Four test sets, of an app, of another, and of none; the first has two revisions. */
async function openTestsets() {
  const { db } = await openBare();
  await insertBare(db, 'testsets', [
    { id: 'a1', name: 'cases', app_id: 'a', ...TIMES },
    { id: 'a2', name: 'cases', app_id: null, ...TIMES, created_at: '2026-01-03T00:00:00.000Z' },
    { id: 'b1', name: 'Edge', app_id: 'b', ...TIMES, archived_at: 'before' },
    { id: 'b2', name: 'cases', app_id: 'a', ...TIMES },
  ]);
  await insertBare(db, 'testset_revisions', [
    { id: 'r2', testset_id: 'a1', revision: 2, row_count: 7 },
    { id: 'r1', testset_id: 'a1', revision: 1, row_count: 5 },
    ...['a2', 'b1', 'b2'].map((id) => ({ id: `of ${id}`, testset_id: id, revision: 1, row_count: 0 })),
  ]);
  await insertBare(db, 'testset_labels', [{ record_id: 'a1', name: 'team', value: 'blue' }]);
  return db;
}

const FIRST = {
  id: 'a1',
  name: 'cases',
  ...TIMES,
  app_id: 'a',
  archived_at: null,
  revision: 2,
  revision_id: 'r2',
  row_count: 7,
  labels: 'team=blue',
};

test('a test set is found at its newest revision, or at a given one', async () => {
  const db = await openTestsets();
  expect(await requireTestset(db, 'a1')).toEqual(FIRST);
  expect(await requireTestset(db, 'a1', null)).toEqual(FIRST);
  expect(await requireTestset(db, 'a1', 1)).toEqual({ ...FIRST, revision: 1, revision_id: 'r1', row_count: 5 });
});

test('what is missing is named with what is there', async () => {
  const db = await openTestsets();
  await expect(requireTestset(db, 'a1', 3)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/^No revision is called "cases@3"\..*cases@2/),
  });
  await expect(requireTestset(db, 'none')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/test set.*none/),
  });
  await expect(requireTestset(db, 'none', 1)).rejects.toThrow(/test set.*none/);
});

test('a name is looked for in the apps in their order, oldest first', async () => {
  const db = await openTestsets();
  const find = async (name: string, appIds: readonly (string | null)[]) =>
    (await findTestsetByName(db, name, appIds))?.id ?? null;
  expect(await find('cases', ['a', null])).toBe('a1');
  expect(await find('cases', [null, 'a'])).toBe('a2');
  expect(await find('cases', ['b', null])).toBe('a2');
  expect(await find('cases', ['b'])).toBeNull();
  expect(await find('none', ['a'])).toBeNull();
});

test('revisions are numbered from 1', async () => {
  const db = await openTestsets();
  expect([await nextRevision(db, 'a1'), await nextRevision(db, 'none')]).toEqual([3, 1]);
});

test('a test set is stored and changed', async () => {
  const db = await openTestsets();
  const id = await insertTestset(db, { name: 'new', appId: null, now: 'now' });
  const project = await db.selectFrom('projects').select('id').executeTakeFirstOrThrow();
  const stored = async () => await db.selectFrom('testsets').selectAll().where('id', '=', id).execute();
  const row = { id, project_id: project.id, name: 'new', app_id: null, archived_at: null };
  expect(await stored()).toMatchObject([{ ...row, created_at: 'now', updated_at: 'now' }]);
  await updateTestsetRecord(db, id, { updated_at: 'later' });
  expect(await stored()).toMatchObject([{ ...row, created_at: 'now', updated_at: 'later' }]);
});

const ALL: TestsetFilter = {
  name: undefined,
  idPrefix: undefined,
  among: null,
  labels: [],
  archived: undefined,
  since: undefined,
  until: undefined,
  search: undefined,
};

test.each<[Partial<TestsetFilter>, string[]]>([
  [{}, ['a1', 'a2', 'b1', 'b2']],
  [{ name: 'cases' }, ['a1', 'a2', 'b2']],
  [{ name: '' }, []],
  [{ idPrefix: 'b' }, ['b1', 'b2']],
  [{ among: ['a', 'b'] }, ['a1', 'b1', 'b2']],
  [{ labels: ['team=blue'] }, ['a1']],
  [{ archived: 'true' }, ['b1']],
  [{ archived: 'false' }, ['a1', 'a2', 'b2']],
  [{ since: '2026-01-03T00:00:00Z' }, ['a2']],
  [{ until: '2026-01-03T00:00:00Z' }, ['a1', 'b1', 'b2']],
  [{ search: 'eDG' }, ['b1']],
])('test sets are listed and counted by %j', async (filter, ids) => {
  const db = await openTestsets();
  const start: SortedStart = { order: 'asc', column: null, after: null };
  const rows = await readTestsets(db, { ...ALL, ...filter, start, limit: 9 });
  expect(rows.map(({ id }) => id)).toEqual(ids);
  if (ids[0] === 'a1') expect(rows[0]).toEqual(FIRST);
  expect(await countTestsets(db, { ...ALL, ...filter })).toBe(ids.length);
});

test('a page begins behind a test set, in either order', async () => {
  const db = await openTestsets();
  const list = async (start: Partial<SortedStart>, limit = 9) => {
    const all = { order: 'asc', column: null, after: null } as const;
    return (await readTestsets(db, { ...ALL, start: { ...all, ...start }, limit })).map(({ id }) => id);
  };
  expect(await list({ after: ['', 'a1'] }, 2)).toEqual(['a2', 'b1']);
  expect(await list({ order: 'desc', after: ['', 'b1'] })).toEqual(['a2', 'a1']);
  expect(await list({ column: 'testsets.name' })).toEqual(['b1', 'a1', 'a2', 'b2']);
  expect(await list({ column: 'testsets.name', order: 'desc', after: ['cases', 'b2'] })).toEqual(['a2', 'a1', 'b1']);
});
