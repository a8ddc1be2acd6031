import { expect, test } from 'vitest';
import {
  countRecords,
  deleteAppRecords,
  findAppId,
  findAppName,
  insertApp,
  readAllApps,
  readApps,
  renameApp,
  requireApp,
  requireAppNamed,
  requireFreeAppName,
} from '../../../../src/service/apps/queries.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

/** Three apps; the last is called like the id of the first. */
async function openApps() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'b1', name: 'bold' },
    { id: 'a1', name: 'main' },
    { id: 'a2', name: 'a1' },
  ]);
  return db;
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('an app is found by its id, or similar ones are named', async () => {
  const db = await openApps();
  expect((await requireApp(db, 'b1')).name).toBe('bold');
  await expect(requireApp(db, 'c')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/app.*"?c"?/),
  });
});

test('a name is taken unless by the app itself', async () => {
  const db = await openApps();
  await requireFreeAppName(db, 'new', null);
  await requireFreeAppName(db, 'bold', 'b1');
  for (const exceptId of ['a1', null]) {
    await expect(requireFreeAppName(db, 'bold', exceptId)).rejects.toMatchObject({
      code: 'WF_CONFLICT',
      message: 'There is already an app called "bold".',
    });
  }
});

test('a name goes before an id, among the apps that a key reaches', async () => {
  const db = await openApps();
  const find = async (name: string, among: readonly string[] | null = null) =>
    (await requireAppNamed(db, name, among)).id;
  expect([await find('a1'), await find('a2'), await find('main'), await find('a1', ['a1'])]).toEqual([
    'a2',
    'a2',
    'a1',
    'a1',
  ]);
  await expect(find('bold', ['a1', 'a2'])).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/^No app is called "bold".*main, a1/),
  });
});

test('names and ids lead to each other', async () => {
  const db = await openApps();
  expect([await findAppId(db, 'bold'), await findAppId(db, 'b1')]).toEqual(['b1', null]);
  expect([await findAppName(db, 'b1'), await findAppName(db, 'bold')]).toEqual(['bold', null]);
});

test('apps are listed by their ids', async () => {
  const db = await openApps();
  expect(idsOf(await readAllApps(db, null))).toEqual(['a1', 'a2', 'b1']);
  expect(idsOf(await readAllApps(db, ['b1', 'a1']))).toEqual(['a1', 'b1']);
  const list = async (filter: Partial<Parameters<typeof readApps>[1]>) =>
    idsOf(await readApps(db, { name: undefined, idPrefix: undefined, among: null, after: '', limit: 9, ...filter }));
  expect(await list({})).toEqual(['a1', 'a2', 'b1']);
  expect(await list({ limit: 2 })).toEqual(['a1', 'a2']);
  expect(await list({ after: 'a1' })).toEqual(['a2', 'b1']);
  expect(await list({ idPrefix: 'a' })).toEqual(['a1', 'a2']);
  expect(await list({ name: 'bold' })).toEqual(['b1']);
  expect(await list({ among: ['a2'] })).toEqual(['a2']);
});

test('an app begins with three environments', async () => {
  const { db } = await openBare();
  const id = await insertApp(db, { name: 'new', now: 'now' });
  const project = await db.selectFrom('projects').select('id').executeTakeFirstOrThrow();
  expect(await db.selectFrom('apps').selectAll().execute()).toMatchObject([
    { id, project_id: project.id, name: 'new', app_type: 'custom', created_at: 'now', updated_at: 'now' },
  ]);
  const environments = await db.selectFrom('environments').selectAll().orderBy('position').execute();
  expect(environments).toMatchObject(
    ['development', 'staging', 'production'].map((name, position) => ({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      app_id: id,
      name,
      position,
      protection: null,
      variables_id: null,
    })),
  );
});

test('an app is renamed, and no other', async () => {
  const db = await openApps();
  await renameApp(db, 'a1', 'new', 'now');
  expect(await db.selectFrom('apps').select(['id', 'name', 'updated_at']).orderBy('id').execute()).toEqual([
    { id: 'a1', name: 'new', updated_at: 'now' },
    { id: 'a2', name: 'a1', updated_at: '' },
    { id: 'b1', name: 'bold', updated_at: '' },
  ]);
});

test("an app's variants and evaluations are counted, without human ones", async () => {
  const db = await openApps();
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'a1', name: 'v', config_name: 'v' },
    { id: 'w', app_id: 'b1', name: 'w', config_name: 'w' },
  ]);
  await insertBare(db, 'evaluations', [
    { id: '1', app_id: 'a1' },
    { id: '2', app_id: 'a1' },
    { id: '3', app_id: 'a1', human_evaluation_id: 'h' },
    { id: '4', app_id: 'b1' },
  ]);
  expect(await countRecords(db, 'a1')).toEqual({ variants: 1, evaluations: 2 });
  expect(await countRecords(db, 'a2')).toEqual({ variants: 0, evaluations: 0 });
});

test('an app is deleted with everything that belongs to it, and no other', async () => {
  const db = await openApps();
  const tables = [
    'environments',
    'evaluations',
    'human_evaluations',
    'evaluator_configs',
    'variants',
    'deployments',
    'bases',
  ] as const;
  for (const table of tables) {
    const names = table === 'variants' ? { config_name: '' } : {};
    await insertBare(db, table, [
      { id: 'own', app_id: 'a1', ...names },
      { id: 'other', app_id: 'b1', ...names, ...(table === 'variants' ? { base_id: 'other' } : {}) },
    ]);
  }
  await insertBare(db, 'artifacts', [{ sha256: 'x' }, { sha256: 'y' }]);
  await db.updateTable('deployments').set({ artifact_sha256: 'x' }).where('id', '=', 'own').execute();
  await deleteAppRecords(db, 'a1');
  for (const table of tables) expect(idsOf(await db.selectFrom(table).select('id').execute())).toEqual(['other']);
  expect(idsOf(await readAllApps(db, null))).toEqual(['a2', 'b1']);
  expect(await db.selectFrom('artifacts').select('sha256').execute()).toEqual([{ sha256: 'y' }]);
});
