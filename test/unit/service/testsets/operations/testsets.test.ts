import { expect, test } from 'vitest';
import {
  createTestset,
  deleteTestsets,
  getTestset,
  listTestsets,
  requireRows,
  updateTestset,
  updateTestsetMetadata,
} from '../../../../../src/service/testsets/operations/testsets.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';

test('a test set without rows cannot be evaluated', () => {
  expect(() => requireRows(1, 'cases')).not.toThrow();
  expect(() => requireRows(0, 'my "cases"')).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: 'Test set "my \\"cases\\"" has no rows.',
      details: [{ loc: ['body', 'testset_id'], msg: 'The test set has no rows', type: 'too_short' }],
    }),
  );
});

async function openTestsets() {
  const opened = await openOperations();
  const { context } = opened;
  const create = async (name: string, more: Partial<Parameters<typeof createTestset.run>[0]['body']> = {}) =>
    await createTestset.run({ body: { name, csvdata: [{ text: 'a' }], ...more } }, context);
  return { ...opened, create };
}

test('a test set is stored with its rows and labels, which is logged', async () => {
  const { context, create, db, takeLogged } = await openTestsets();
  const labels = { team: 'search' };
  const { id, ...made } = await create('cases', { csvdata: [{ text: 'a' }, { text: 'b', tone: 'c' }], labels });
  expect(made).toEqual({ name: 'cases', created_at: NOW });
  const log = { kind: 'testset', id, name: 'cases', appId: null };
  expect(takeLogged()).toEqual([{ ...log, after: id, summary: 'created, 2 rows, label team=search' }]);
  expect(await getTestset.run({ testset_id: id }, context)).toEqual({
    id,
    name: 'cases',
    csvdata: [{ text: 'a' }, { text: 'b', tone: 'c' }],
    created_at: NOW,
    updated_at: NOW,
    revision: 1,
    app_id: null,
    labels,
    archived_at: null,
  });
  const columns = ['revision', 'row_count', 'columns', 'content_tag', 'created_by', 'created_at', 'app_id'] as const;
  expect(await db.selectFrom('testset_revisions').select(columns).execute()).toEqual([
    {
      revision: 1,
      row_count: 2,
      columns: '["text","tone"]',
      content_tag: null,
      created_by: 'ann',
      created_at: NOW,
      app_id: null,
    },
  ]);
});

test('a change is the next revision; the rows of the first stay', async () => {
  const { contextOf, create, takeLogged } = await openTestsets();
  const { id } = await create('cases');
  takeLogged();
  const later = contextOf({ now: 'later' });
  const change = await updateTestset.run({ testset_id: id, body: { name: 'more', csvdata: [{ text: 'b' }] } }, later);
  expect(change).toEqual({ status: 'success', message: 'Test set more now has 1 row.', id, _id: id });
  expect(takeLogged()).toEqual([{ kind: 'testset', id, name: 'more', appId: null, summary: 'changed to 1 row' }]);
  const read = async (revision?: number) => {
    const found = await getTestset.run({ testset_id: id, ...(revision === undefined ? {} : { revision }) }, later);
    return [found.name, found.revision, found.csvdata, found.updated_at];
  };
  expect(await read()).toEqual(['more', 2, [{ text: 'b' }], 'later']);
  expect(await read(1)).toEqual(['more', 1, [{ text: 'a' }], 'later']);
});

test('test sets are listed by page and by their labels, and counted on request', async () => {
  const { context, create } = await openTestsets();
  const [first, second] = [await create('one'), await create('two', { labels: { team: 'search' } })];
  const list = async (query: object) => await listTestsets.run(query, context);
  const entry = { created_at: NOW, updated_at: NOW, revision: 1, rows: 1, app_id: null, labels: {}, archived_at: null };
  const { items, next, total } = await list({ limit: 1, total: 'true' });
  expect([items, total]).toEqual([[{ ...entry, id: first.id, _id: first.id, name: 'one' }], 2]);
  const rest = await list({ cursor: next ?? '' });
  expect([rest.items.map(({ id }) => id), rest.total]).toEqual([[second.id], undefined]);
  for (const query of [
    { name: 'two' },
    { label: ['team'] },
    { search: 'TW' },
    { sort: 'name', order: 'desc', limit: 1 },
  ]) {
    expect((await list(query)).items.map(({ id }) => id)).toEqual([second.id]);
  }
  for (const query of [{ archived: 'true' }, { id_prefix: 'x' }, { created_until: '2026-01-01T00:00:00Z' }]) {
    expect((await list(query)).items).toEqual([]);
  }
});

test('a test set is archived, and deleted once, which is logged', async () => {
  const { context, create, takeLogged } = await openTestsets();
  const [first, second] = [await create('one'), await create('two')];
  takeLogged();
  const archive = await updateTestsetMetadata.run({ testset_id: first.id, body: { archived: true } }, context);
  expect(archive).toEqual({ labels: {}, archived_at: NOW });
  const log = { kind: 'testset', id: first.id, name: 'one', appId: null };
  expect(takeLogged()).toEqual([{ ...log, summary: 'archived' }]);
  expect(await deleteTestsets.run({ body: { testset_ids: [first.id, first.id] } }, context)).toEqual([first.id]);
  expect(takeLogged()).toEqual([{ ...log, before: first.id, summary: 'deleted' }]);
  expect([await deleteTestsets.run({ body: { testset_ids: [] } }, context), takeLogged()]).toEqual([[], [null]]);
  expect((await listTestsets.run({}, context)).items.map(({ id }) => id)).toEqual([second.id]);
});
