import { expect, test } from 'vitest';
import {
  addTestsetRows,
  finishTestsetRevision,
  listTestsetRevisions,
  listTestsetRows,
  openTestsetRevision,
} from '../../../../../src/service/testsets/operations/testset-revisions.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';

const ANY_ID = expect.stringMatching(/^[\da-f-]{36}$/);
const NEW = {
  id: ANY_ID,
  testset_id: null,
  name: 'cases',
  revision: null,
  rows: 0,
  columns: [],
  content_tag: null,
  created_by: 'ann',
  created_at: NOW,
};

async function openTestsets() {
  const opened = await openOperations();
  const { context } = opened;
  const open = async (content_tag: string | null = null) =>
    await openTestsetRevision.run({ body: { name: 'cases', content_tag } }, context);
  const add = async (testset_revision_id: string, position: number, ...rows: Record<string, string>[]) =>
    await addTestsetRows.run({ testset_revision_id, body: { position, rows } }, context);
  const finish = async (testset_revision_id: string) =>
    await finishTestsetRevision.run({ testset_revision_id }, context);
  return { ...opened, open, add, finish };
}

test('a revision is opened, filled and finished, which is logged', async () => {
  const { open, add, finish, takeLogged } = await openTestsets();
  const { id, ...opened } = await open();
  expect(opened).toEqual({ ...NEW, id: undefined });
  const log = { kind: 'testset', id, name: 'cases', appId: null };
  expect(takeLogged()).toEqual([{ ...log, summary: 'opened' }]);
  expect(await add(id, 0, { text: 'a' }, { text: 'b', tone: 'c' })).toEqual({
    ...NEW,
    id,
    rows: 2,
    columns: ['text', 'tone'],
  });
  expect(takeLogged()).toEqual([{ ...log, summary: '2 rows sent' }]);
  const finished = await finish(id);
  expect(finished).toEqual({ ...NEW, id, testset_id: ANY_ID, revision: 1, rows: 2, columns: ['text', 'tone'] });
  expect(takeLogged()).toEqual([{ ...log, id: finished.testset_id, after: id, summary: 'revision 1, 2 rows' }]);
  expect(await finish(id)).toEqual(finished);
  expect(takeLogged()).toEqual([]);
});

test('the next revision belongs to the same test set, which it changes', async () => {
  const { db, open, add, finish } = await openTestsets();
  await insertBare(db, 'testsets', [{ id: 't', name: 'cases', updated_at: 'before' }]);
  await insertBare(db, 'testset_revisions', [{ id: 't4', testset_id: 't', revision: 4 }]);
  const { id } = await open();
  await add(id, 0, { text: 'a' });
  expect(await finish(id)).toMatchObject({ testset_id: 't', revision: 5 });
  expect(await db.selectFrom('testsets').select(['id', 'updated_at']).execute()).toEqual([
    { id: 't', updated_at: NOW },
  ]);
});

test('pages that are sent twice are stored once; others must follow the stored rows', async () => {
  const { open, add } = await openTestsets();
  const { id } = await open();
  await add(id, 0, { text: 'a' }, { text: 'b' });
  expect((await add(id, 0, { text: 'a' }, { text: 'b' })).rows).toBe(2);
  expect((await add(id, 1, { text: 'b' })).rows).toBe(2);
  for (const position of [1, 3]) {
    await expect(add(id, position, { text: 'x' }, { text: 'y' })).rejects.toMatchObject({
      code: 'WF_CONFLICT',
      message: `Rows from position ${position} do not follow the 2 stored rows.`,
    });
  }
  expect((await add(id, 2, { text: 'c' })).rows).toBe(3);
});

test('a revision without rows is not finished, and a finished one not filled', async () => {
  const { open, add, finish } = await openTestsets();
  const { id } = await open();
  await expect(finish(id)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'A revision of a test set needs at least one row.',
  });
  await add(id, 0, { text: 'a' });
  await finish(id);
  await expect(add(id, 1, { text: 'b' })).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'Revision 1 of test set "cases" is finished and never changes.',
  });
});

test('content with the tag of the newest revision is that revision', async () => {
  const { open, add, finish, takeLogged } = await openTestsets();
  const [first, second] = [await open('tag'), await open('tag')];
  expect(second.id).not.toBe(first.id);
  for (const { id } of [first, second]) await add(id, 0, { text: 'a' });
  const finished = await finish(first.id);
  takeLogged();
  expect([await finish(second.id), await open('tag')]).toEqual([finished, finished]);
  expect(takeLogged()).toEqual([]);
  expect((await open('other')).id).not.toBe(first.id);
  expect((await open()).id).not.toBe(first.id);
});

test('a revision that stayed open for a day is abandoned, and goes with the next', async () => {
  const { db, open } = await openTestsets();
  await insertBare(db, 'testset_revisions', [
    { id: 'old', testset_id: null, created_at: '2026-11-19T11:59:59.999Z' },
    { id: 'young', testset_id: null, created_at: '2026-11-19T12:00:00.000Z' },
  ]);
  const { id } = await open();
  const left = await db.selectFrom('testset_revisions').select('id').orderBy('created_at').execute();
  expect(left.map((row) => row.id)).toEqual(['young', id]);
});

test('revisions and their rows are listed by page', async () => {
  const { context, db } = await openTestsets();
  await insertBare(db, 'testsets', [{ id: 't', name: 'cases' }]);
  const common = { testset_id: 't', columns: '[]' };
  await insertBare(db, 'testset_revisions', [
    { id: 't1', revision: 1, ...common },
    { id: 't2', revision: 2, ...common },
  ]);
  await insertBare(
    db,
    'testset_revision_rows',
    ['a', 'b'].map((text, position) => ({ revision_id: 't1', position, cells: JSON.stringify({ text }) })),
  );
  const revisions = async (query: object) => await listTestsetRevisions.run({ testset_id: 't', ...query }, context);
  const first = await revisions({ limit: 1 });
  expect(first.items.map(({ id }) => id)).toEqual(['t1']);
  expect((await revisions({ cursor: first.next ?? '' })).items.map(({ id }) => id)).toEqual(['t2']);
  const rows = async (query: object) => await listTestsetRows.run({ testset_id: 't', revision: 1, ...query }, context);
  const page = await rows({ limit: 1 });
  expect([page.items, (await rows({ cursor: page.next ?? '' })).items]).toEqual([[{ text: 'a' }], [{ text: 'b' }]]);
});
