import { expect, test } from 'vitest';
import type { TestsetEntry } from '../../../../src/contract/testsets/testset.ts';
import {
  resolveTestset,
  resolveTestsetRevision,
  walkRows,
} from '../../../../src/use-cases/testsets/resolve-testset.ts';
import { collect } from '../../../helpers/collect.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const entry = (id: string, name: string, app_id: string | null = null) =>
  ({ _id: id, id, name, app_id }) as TestsetEntry;
const CASES = entry('t-1', 'cases');
const ENTRIES = [CASES, entry('t-2', 'cases@2'), entry('t-3', 'orders', 'a-1'), entry('t-4', 'orders')];
const REVISION = {
  testset_id: 't-1',
  name: 'cases',
  rows: 2,
  columns: ['text'],
  content_tag: null,
  created_by: 'ana',
  created_at: '2026-11-20T11:00:00Z',
};
const REVISIONS = [1, 2, 3].map((revision) => ({ ...REVISION, id: `r-${revision}`, revision }));
const ROWS = [{ text: 'hello' }, { text: 'bye' }];

function world(isOurs = true) {
  return fakeClient({
    // Services other than wf ignore the name.
    listTestsets: async ({ name } = {}) => ENTRIES.filter((one) => name === undefined || !isOurs || one.name === name),
    listTestsetRevisions: async () => REVISIONS,
    listTestsetRows: async () => ROWS,
    getTestset: async () => ({ ...CASES, created_at: 'c', updated_at: 'u', csvdata: ROWS }),
    ...(isOurs ? {} : { extensions: async () => null }),
  });
}

test.each([
  ['orders', 'a-1', 't-3'],
  ['cases', 'a-1', 't-1'],
  ['t-3', 'a-1', 't-3'],
  ['t-4', null, 't-4'],
])('%s, for the app %j, is %s', async (typed, app, id) => {
  expect(await resolveTestset(world().client, typed, app)).toMatchObject({ id });
});

test("another app's test set of the same name is not preferred", async () => {
  await expect(resolveTestset(world().client, 'orders', 'a-2')).rejects.toMatchObject({ code: 'WF_USAGE' });
  await expect(resolveTestset(world().client, 'orders')).rejects.toMatchObject({ code: 'WF_USAGE' });
});

test('an unknown name leads to the list, and without test sets to their creation', async () => {
  await expect(resolveTestset(world().client, 'case')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringContaining('test set') as string,
    nextSteps: ['wf testsets list'],
  });
  const { client } = fakeClient({ listTestsets: async () => [] });
  await expect(resolveTestset(client, 'case')).rejects.toMatchObject({ nextSteps: ['wf testsets create FILE'] });
});

test.each([
  ['cases', 3],
  ['cases@1', 1],
  ['cases@3', 3],
])('%s is revision %i', async (typed, revision) => {
  expect(await resolveTestsetRevision(world().client, typed)).toEqual({
    testset: CASES,
    revision: REVISIONS[revision - 1],
    whole: null,
  });
});

test('a test set whose name looks like a revision is found by its name', async () => {
  const { client, calls } = world();
  expect(await resolveTestsetRevision(client, 'cases@2')).toMatchObject({ testset: { id: 't-2' } });
  expect(calls[0]).toEqual({ name: 'listTestsets', input: { name: 'cases@2', limit: 1 } });
});

test('an unknown revision is refused with the known ones', async () => {
  await expect(resolveTestsetRevision(world().client, 'cases@9')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/test set revision.*cases@1.*cases@3/s) as string,
    nextSteps: ['wf testsets show cases'],
  });
});

test('rows of a revision are paged', async () => {
  const { client, calls } = world();
  const revised = await resolveTestsetRevision(client, 'cases@1');
  expect(await collect(walkRows(client, revised)())).toEqual(ROWS);
  expect(calls.at(-1)?.input).toEqual({ testset_id: 't-1', revision: 1, limit: 1000 });
});

test('rows of a test set without a number of its revision are those of the first', async () => {
  const { client, calls } = world();
  const revision = { ...REVISION, id: 'r', revision: null };
  expect(await collect(walkRows(client, { testset: CASES, revision, whole: null })())).toEqual(ROWS);
  expect(calls.at(-1)?.input).toEqual({ testset_id: 't-1', revision: 1, limit: 1000 });
  const other = world(false).client;
  await expect(collect(walkRows(other, { testset: CASES, revision, whole: null })())).rejects.toMatchObject({
    message: 'This service lacks revisions of test sets, an extension of wf.',
  });
});

test('a service without revisions sends a test set as a whole', async () => {
  const { client } = world(false);
  const revised = await resolveTestsetRevision(client, 'cases');
  expect(revised).toMatchObject({ testset: CASES, whole: ROWS });
  expect(await collect(walkRows(client, revised)())).toEqual(ROWS);
  await expect(resolveTestsetRevision(client, 'cases@1')).rejects.toMatchObject({
    message: 'This service lacks revisions of test sets, an extension of wf.',
  });
});
