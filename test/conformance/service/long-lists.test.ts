import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { World } from '../../helpers/service-world.ts';
import type { EndpointInput } from '../../../src/contract/endpoints.ts';
import { openWorld } from '../../helpers/open-world.ts';

/** Reads a list in pages of one record and returns the key of each. */
async function walk(world: World, path: string, order: string): Promise<readonly unknown[]> {
  const known: unknown[] = [];
  for (let query: string | undefined = `limit=1${order}`; query !== undefined;) {
    const response = await world.running.send('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`);
    // A list, as the contract has it.
    const records = (await response.json()) as { id?: string; variant_id?: string; revision?: number }[];
    known.push(...records.map(({ id, variant_id, revision }) => variant_id ?? id ?? revision));
    query = /<\?(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return known;
}

/** Records of each list with ids, oldest first. */
const LISTS_BY_ID: [string, (world: World, id_prefix: string) => Promise<readonly string[]>][] = [
  ['apps', async ({ call }, id_prefix) => (await call('listApps', { id_prefix })).map(({ app_id }) => app_id)],
  [
    'variants',
    async ({ call, appId: app_id }, id_prefix) =>
      (await call('listAppVariants', { app_id, id_prefix })).map(({ variant_id }) => variant_id),
  ],
  ['test sets', async ({ call }, id_prefix) => (await call('listTestsets', { id_prefix })).map(({ id }) => id)],
  [
    'evaluations',
    async ({ call, appId: app_id }, id_prefix) =>
      (await call('listEvaluations', { app_id, id_prefix })).map(({ id }) => id),
  ],
  [
    'human evaluations',
    async ({ call, appId: app_id }, id_prefix) =>
      (await call('listHumanEvaluations', { app_id, id_prefix })).map(({ id }) => id),
  ],
];

/** More records than one statement has values. */
const MANY = 33_000;

/** Adds records that differ from the first one only in their ids. */
async function makeMany({ running }: World, table: 'evaluations' | 'human_evaluations'): Promise<void> {
  const { db } = running.store;
  const { id: _, ...others } = await db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
  const columns = sql.join(Object.keys(others).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (id, ${columns})
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${sql.lit(MANY)})
    select cast(number as text), ${columns} from ${sql.table(table)}, numbers`.execute(db);
}

test.each([
  ['variants', ({ appId }: World) => `/apps/${appId}/variants`],
  ['revisions', ({ variantId }: World) => `/variants/${variantId}/revisions`],
  ['evaluations', ({ appId }: World) => `/evaluations?app_id=${appId}`],
  ['human evaluations', ({ appId }: World) => `/human-evaluations?app_id=${appId}`],
])('%s are listed in both directions', async (_, pathOf) => {
  await using world = await openWorld();
  await world.makeVariant();
  await world.makeEvaluation();
  await world.makeEvaluation();
  await world.makeHumanEvaluation();
  await world.makeHumanEvaluation();
  await world.call('updateVariantParameters', { variant_id: world.variantId, body: { parameters: { words: 30 } } });
  const oldestFirst = await walk(world, pathOf(world), '');
  expect(oldestFirst.length).toBeGreaterThan(1);
  expect(await walk(world, pathOf(world), '&order=asc')).toEqual(oldestFirst);
  expect(await walk(world, pathOf(world), '&order=desc')).toEqual(oldestFirst.toReversed());
});

test('an app has counts of its variants and evaluations', async () => {
  await using world = await openWorld();
  const { appId: app_id } = world;
  await world.makeVariant();
  await world.makeEvaluation();
  // Its variants are called in an evaluation that is not in the list.
  await world.makeHumanEvaluation();
  const other = await world.call('createApp', { body: { app_name: world.nextName() } });
  expect(await world.call('countAppRecords', { app_id })).toEqual({
    variants: (await world.call('listAppVariants', { app_id })).length,
    evaluations: (await world.call('listEvaluations', { app_id })).length,
  });
  expect(await world.call('countAppRecords', { app_id: other.app_id })).toEqual({ variants: 0, evaluations: 0 });
});

test.each(LISTS_BY_ID)('%s are filtered by id prefix', async (_, list) => {
  await using world = await openWorld();
  await world.makeVariant();
  await world.makeEvaluation();
  await world.makeEvaluation();
  await world.makeHumanEvaluation();
  await world.call('createApp', { body: { app_name: world.nextName() } });
  const ids = await list(world, '');
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) {
    expect(await list(world, id.slice(0, -1))).toContain(id);
    expect(await list(world, id)).toEqual([id]);
    expect(await list(world, `${id}0`)).toEqual([]);
  }
  expect(await list(world, '%')).toEqual([]);
  expect(await list(world, 'f')).toEqual([]);
});

test('evaluations are filtered by variant and by revision', async () => {
  await using world = await openWorld();
  const { appId: app_id, variantId: variant_id } = world;
  const first = await world.makeEvaluation();
  await world.call('updateVariantParameters', { variant_id, body: { parameters: { words: 30 } } });
  const second = await world.makeEvaluation();
  const list = async (only: { readonly variant_name?: string; readonly revision?: number }) =>
    (await world.call('listEvaluations', { app_id, ...only })).map(({ id }) => id);
  expect(await list({ variant_name: 'default' })).toEqual([first, second]);
  expect(await list({ variant_name: 'default', revision: 1 })).toEqual([first]);
  expect(await list({ variant_name: 'default', revision: 3 })).toEqual([]);
  expect(await list({ variant_name: 'nobody' })).toEqual([]);
});

test('test sets are filtered by name', async () => {
  await using world = await openWorld();
  const { name, id } = await world.call('createTestset', { body: { name: 'cases', csvdata: [{ text: 'hello' }] } });
  await world.makeTestset();
  expect((await world.call('listTestsets', { name })).map((testset) => testset.id)).toEqual([id]);
  expect(await world.call('listTestsets', { name: 'nobody' })).toEqual([]);
});

test('a list may have more records than a statement takes values', async () => {
  await using world = await openWorld();
  const { appId: app_id } = world;
  await world.makeEvaluation();
  await makeMany(world, 'evaluations');
  expect((await world.call('listEvaluations', { app_id })).length).toBe(MANY + 1);
  await world.makeHumanEvaluation();
  await makeMany(world, 'human_evaluations');
  expect((await world.call('listHumanEvaluations', { app_id })).length).toBe(MANY + 1);
});

test('variants are filtered by base, environment, creation and text', async () => {
  await using world = await openWorld();
  const { appId: app_id, variantId } = world;
  const other = await world.makeVariant();
  const list = async (only: Partial<EndpointInput<'listAppVariants'>>) =>
    (await world.call('listAppVariants', { app_id, ...only })).map(({ variant_id }) => variant_id);
  const [, second] = await world.call('listAppVariants', { app_id });
  const { base_name = '', created_at } = second ?? {};
  expect(await list({ base_name })).toEqual([variantId, other]);
  expect(await list({ base_name: 'nothing' })).toEqual([]);
  expect(await list({ environment: 'production' })).toEqual([variantId]);
  expect(await list({ environment: 'staging' })).toEqual([]);
  await expect(list({ environment: 'nowhere' })).rejects.toThrow('404');
  expect(await list({ search: 'NAME-' })).toEqual([other]);
  expect(await list({ search: 'name_' })).toEqual([]);
  expect(await list({ search: 'MAI' })).toEqual([variantId, other]);
  const body = { base_id: world.baseId, new_variant_name: 'v', new_config_name: 'Polite', parameters: {} };
  const polite = await world.call('addVariantFromBase', { body });
  expect(await list({ search: 'poli' })).toEqual([polite.variant_id]);
  expect(await list({ created_since: created_at ?? '' })).toContain(other);
  expect(await list({ created_until: '2020-01-01T00:00:00Z' })).toEqual([]);
});

test('evaluations are filtered by test set, status, environment, creation and text', async () => {
  await using world = await openWorld();
  const { appId: app_id, variantId: variant_id } = world;
  const first = await world.makeEvaluation();
  const record = await world.call('getEvaluation', { evaluation_id: first });
  await world.call('updateVariantParameters', { variant_id, body: { parameters: { words: 30 } } });
  const second = await world.makeEvaluation();
  const list = async (only: Partial<EndpointInput<'listEvaluations'>>) =>
    (await world.call('listEvaluations', { app_id, ...only })).map(({ id }) => id);
  expect(await list({ testset: record.testset_id ?? '' })).toEqual([first]);
  expect(await list({ testset: record.testset_name ?? '' })).toEqual([first]);
  expect(await list({ testset: 'nothing' })).toEqual([]);
  expect(await list({ status: 'EVALUATION_INITIALIZED' })).toEqual([first, second]);
  expect(await list({ status: 'EVALUATION_FINISHED' })).toEqual([]);
  // Production runs the first revision.
  expect(await list({ environment: 'production' })).toEqual([first]);
  expect(await list({ environment: 'staging' })).toEqual([]);
  expect(await list({ search: (record.testset_name ?? '').toUpperCase() })).toEqual([first]);
  expect(await list({ created_since: record.created_at })).toEqual([first, second]);
  expect(await list({ created_until: record.created_at })).toEqual([]);
});

test.each<[string, (world: World) => string, readonly string[]]>([
  ['variants', ({ appId }) => `/apps/${appId}/variants?`, ['created', 'updated', 'name', 'base']],
  [
    'evaluations',
    ({ appId }) => `/evaluations?app_id=${appId}&`,
    ['created', 'updated', 'variant', 'testset', 'status'],
  ],
  ['test sets', () => '/testsets?', ['created', 'updated', 'name']],
])('%s are sorted, page by page, and counted', async (_, pathOf, sorts) => {
  await using world = await openWorld();
  for (let index = 0; index < 3; index += 1) {
    await world.makeVariant();
    await world.makeEvaluation();
  }
  for (const sort of sorts) {
    const path = `${pathOf(world)}sort=${sort}`;
    const upwards = await walk(world, path, '');
    expect(new Set(upwards).size).toBe(upwards.length);
    expect(upwards.length).toBeGreaterThan(2);
    expect(await walk(world, path, '&order=desc')).toEqual(upwards.toReversed());
    const response = await world.running.send('GET', `${path}&limit=1&total=true`);
    expect(response.headers.get('wf-total-count')).toBe(String(upwards.length));
    expect(response.headers.get('link')).not.toContain('total');
  }
});

test('variants are sorted by the values of the field', async () => {
  await using world = await openWorld();
  const { appId: app_id } = world;
  for (let index = 0; index < 3; index += 1) await world.makeVariant();
  const listed = await world.call('listAppVariants', { app_id, sort: 'name', order: 'desc' });
  expect(listed.map(({ variant_name }) => variant_name)).toEqual(['name-3', 'name-2', 'name-1', 'default']);
});

test('a cursor of another list is refused', async () => {
  await using world = await openWorld();
  await world.makeVariant();
  await world.makeTestset();
  await world.makeTestset();
  const variants = `/apps/${world.appId}/variants`;
  const first = await world.running.send('GET', `${variants}?limit=1`);
  const cursor = /cursor=([^&>]*)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const statusOf = async (path: string) => (await world.running.send('GET', path)).status;
  expect(await statusOf(`${variants}?limit=5&cursor=${cursor}`)).toBe(200);
  for (const path of [
    `/testsets?cursor=${cursor}`,
    `/variants/${world.variantId}/revisions?cursor=${cursor}`,
    `${variants}?sort=name&cursor=${cursor}`,
    `${variants}?order=desc&cursor=${cursor}`,
    `${variants}?search=a&cursor=${cursor}`,
    `${variants}?cursor=${cursor.slice(1)}`,
  ])
    expect([path, await statusOf(path)]).toEqual([path, 422]);
});

test('variants are filtered by name', async () => {
  await using world = await openWorld();
  const { appId: app_id } = world;
  await world.makeVariant();
  const [first] = await world.call('listAppVariants', { app_id });
  const variant_name = first?.variant_name ?? '';
  expect(await world.call('listAppVariants', { app_id, variant_name })).toEqual([first]);
  expect(await world.call('listAppVariants', { app_id, variant_name: 'nobody' })).toEqual([]);
});

test('variants are filtered by revision, even an old one', async () => {
  await using world = await openWorld();
  const { appId: app_id, variantId: variant_id } = world;
  await world.makeVariant();
  await world.call('updateVariantParameters', { variant_id, body: { parameters: { words: 30 } } });
  const revisions = await world.call('listVariantRevisions', { variant_id });
  expect(revisions).toHaveLength(2);
  for (const { id: variant_revision_id } of revisions) {
    const variants = await world.call('listAppVariants', { app_id, variant_revision_id });
    expect(variants.map((variant) => variant.variant_id)).toEqual([variant_id]);
  }
  expect(await world.call('listAppVariants', { app_id, variant_revision_id: variant_id })).toEqual([]);
});
