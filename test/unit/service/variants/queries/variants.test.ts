import { expect, test } from 'vitest';
import type { SortedStart } from '../../../../../src/service/store/page.ts';
import {
  findVariantNamed,
  insertVariant,
  requireVariant,
  requireVariantNamed,
  toVariantResponse,
  type NewVariant,
} from '../../../../../src/service/variants/queries/variants.ts';
import {
  countVariants,
  readAllVariants,
  readVariants,
  type VariantFilter,
} from '../../../../../src/service/variants/queries/variant-lists.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const TIMES = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z', modified_by_id: 'k' };

/** Three variants of an app on two bases, the first with a deployment, and one of another app. */
async function openVariants() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support', project_id: 'p' },
    { id: 'b', name: 'other', project_id: 'p' },
  ]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'main', newest_deployment_id: 'd' },
    { id: 'y', app_id: 'a', name: 'bold', newest_deployment_id: null },
  ]);
  await insertBare(db, 'deployments', [{ id: 'd', app_id: 'a', base_id: 'x', url: null }]);
  await insertBare(db, 'variants', [
    { id: 'v1', app_id: 'a', base_id: 'x', name: 'main', config_name: 'default', newest_revision: 2, ...TIMES },
    { id: 'v2', app_id: 'a', base_id: 'x', name: 'v1', config_name: 'Short', newest_revision: 1, ...TIMES },
    {
      id: 'w1',
      app_id: 'a',
      base_id: 'y',
      name: 'bold',
      config_name: 'main',
      newest_revision: 1,
      ...TIMES,
      archived_at: 'before',
      created_at: '2026-01-03T00:00:00.000Z',
    },
    { id: 'o', app_id: 'b', base_id: 'x', name: 'main', config_name: 'o', newest_revision: 1, ...TIMES },
  ]);
  await insertBare(db, 'variant_revisions', [
    { id: 'r1', variant_id: 'v1', revision: 1, parameters: '{}' },
    { id: 'r2', variant_id: 'v1', revision: 2, parameters: '{"words":5}' },
    { id: 'r3', variant_id: 'v2', revision: 1, parameters: '{}' },
    { id: 'r4', variant_id: 'w1', revision: 1, parameters: '{}' },
    { id: 'r5', variant_id: 'o', revision: 1, parameters: '{}' },
  ]);
  await insertBare(db, 'variant_labels', [{ record_id: 'v1', name: 'team', value: 'blue' }]);
  return db;
}

const RESPONSE = {
  app_id: 'a',
  app_name: 'support',
  variant_id: 'v1',
  variant_name: 'main',
  project_id: 'p',
  parameters: { words: 5 },
  base_name: 'main',
  base_id: 'x',
  config_name: 'default',
  uri: 'at a/v1',
  revision: 2,
  ...TIMES,
  labels: { team: 'blue' },
  archived_at: null,
};

test('a record has the newest revision, and an address where something serves it', async () => {
  const db = await openVariants();
  const addressOf = (appId: string, variantId: string) => `at ${appId}/${variantId}`;
  expect(toVariantResponse(await requireVariant(db, 'v1'), addressOf)).toMatchObject(RESPONSE);
  const unserved = toVariantResponse(await requireVariant(db, 'w1'), addressOf);
  expect([unserved.uri, unserved.labels, unserved.archived_at]).toEqual([null, {}, 'before']);
  await db.updateTable('deployments').set({ url: 'https://x' }).execute();
  expect(toVariantResponse(await requireVariant(db, 'v1'), addressOf).uri).toBe('https://x');
  await expect(requireVariant(db, 'none')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/variant.*none/),
  });
});

test('a name goes before the name of a configuration, and that before an id', async () => {
  const db = await openVariants();
  const find = async (name: string) => (await requireVariantNamed(db, 'a', name)).variant_id;
  expect([await find('main'), await find('v1'), await find('default'), await find('w1')]).toEqual([
    'v1',
    'v2',
    'v1',
    'w1',
  ]);
  await expect(find('none')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No variant is called "none". Available: main, v1, bold.',
  });
  expect((await findVariantNamed(db, 'a', 'bold'))?.variant_id).toBe('w1');
  expect(await findVariantNamed(db, 'a', 'default')).toBeNull();
});

const NEW: NewVariant = {
  appId: 'a',
  baseId: 'x',
  name: 'new',
  configName: 'new',
  parameters: { words: 1 },
  principal: { id: 'k', name: 'ann' },
  now: 'now',
};

test('a variant is stored with its first revision', async () => {
  const db = await openVariants();
  const id = await insertVariant(db, NEW);
  expect(await db.selectFrom('variants').selectAll().where('id', '=', id).execute()).toMatchObject([
    {
      id,
      app_id: 'a',
      base_id: 'x',
      name: 'new',
      config_name: 'new',
      created_at: 'now',
      updated_at: 'now',
      modified_by_id: 'k',
      newest_revision: 1,
      archived_at: null,
    },
  ]);
  expect(await db.selectFrom('variant_revisions').selectAll().where('variant_id', '=', id).execute()).toEqual([
    {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      variant_id: id,
      revision: 1,
      parameters: '{"words":1}',
      modified_by: 'ann',
      created_at: 'now',
    },
  ]);
});

test.each([
  [{ name: 'bold' }, 'The app already has a variant called "bold".'],
  [{ configName: 'Short' }, 'The base already has a configuration called "Short": variant "v1".'],
])('a name that is taken is refused: %j', async (names, message) => {
  const db = await openVariants();
  await expect(insertVariant(db, { ...NEW, ...names })).rejects.toMatchObject({ code: 'WF_CONFLICT', message });
});

test('names of other apps and of configurations on other bases are free', async () => {
  const db = await openVariants();
  await insertVariant(db, { ...NEW, baseId: 'y', configName: 'Short' });
  await insertVariant(db, { ...NEW, appId: 'b', name: 'bold' });
});

const ALL: VariantFilter = {
  appId: 'a',
  name: undefined,
  revisionId: undefined,
  baseName: undefined,
  idPrefix: undefined,
  since: undefined,
  until: undefined,
  search: undefined,
  labels: [],
  archived: undefined,
};

test.each<[Partial<VariantFilter>, string[]]>([
  [{}, ['v1', 'v2', 'w1']],
  [{ appId: 'b' }, ['o']],
  [{ name: 'main' }, ['v1']],
  [{ name: '' }, []],
  [{ revisionId: 'r1' }, ['v1']],
  [{ revisionId: null }, []],
  [{ baseName: 'main' }, ['v1', 'v2']],
  [{ idPrefix: 'v' }, ['v1', 'v2']],
  [{ labels: ['team'] }, ['v1']],
  [{ archived: 'true' }, ['w1']],
  [{ archived: 'false' }, ['v1', 'v2']],
  [{ since: '2026-01-03T00:00:00Z' }, ['w1']],
  [{ until: '2026-01-03T00:00:00Z' }, ['v1', 'v2']],
  [{ search: 'sHO' }, ['v2']],
  [{ search: 'bol' }, ['w1']],
])('variants are listed and counted by %j', async (filter, ids) => {
  const db = await openVariants();
  const start: SortedStart = { order: 'asc', column: null, after: null };
  const rows = await readVariants(db, { ...ALL, ...filter, start, limit: 9 });
  expect(rows.map(({ variant_id }) => variant_id)).toEqual(ids);
  expect(await countVariants(db, { ...ALL, ...filter })).toBe(ids.length);
});

test('a page begins behind a variant, in either order', async () => {
  const db = await openVariants();
  const list = async (start: Partial<SortedStart>, limit = 9) => {
    const all = { order: 'asc', column: null, after: null } as const;
    return (await readVariants(db, { ...ALL, start: { ...all, ...start }, limit })).map((row) => row.variant_id);
  };
  expect(await list({ after: ['', 'v1'] }, 1)).toEqual(['v2']);
  expect(await list({ order: 'desc' })).toEqual(['w1', 'v2', 'v1']);
  expect(await list({ column: 'bases.name' })).toEqual(['w1', 'v1', 'v2']);
  expect(await list({ column: 'bases.name', after: ['main', 'v1'] })).toEqual(['v2']);
  expect((await readAllVariants(db, 'a')).map((row) => row.variant_id)).toEqual(['v1', 'v2', 'w1']);
});
