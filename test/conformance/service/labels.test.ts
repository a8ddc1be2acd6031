import { expect, test } from 'vitest';
import { openWorld } from '../../helpers/open-world.ts';
import type { World } from '../../helpers/service-world.ts';

interface Filter {
  readonly label?: string[];
  readonly archived?: 'true' | 'false';
}

/** The three kinds of records that have labels: how each is created, changed, read and listed. */
const KINDS = [
  {
    kind: 'variant',
    action: 'updateVariantMetadata',
    path: 'variants',
    add: async ({ call, baseId, nextName }: World, labels: Record<string, string> = {}) => {
      const name = nextName();
      const body = { base_id: baseId, new_variant_name: name, new_config_name: name, parameters: {}, labels };
      return (await call('addVariantFromBase', { body })).variant_id;
    },
    read: async ({ call }: World, id: string) => await call('getVariant', { variant_id: id }),
    list: async ({ call, appId }: World, filter: Filter = {}) =>
      (await call('listAppVariants', { app_id: appId, ...filter })).map((one) => one.variant_id),
  },
  {
    kind: 'testset',
    action: 'updateTestsetMetadata',
    path: 'testsets',
    add: async ({ call, nextName }: World, labels: Record<string, string> = {}) =>
      (await call('createTestset', { body: { name: nextName(), csvdata: [{ text: 'hi' }], labels } })).id,
    read: async ({ call }: World, id: string) => await call('getTestset', { testset_id: id }),
    list: async ({ call }: World, filter: Filter = {}) => (await call('listTestsets', filter)).map((one) => one.id),
  },
  {
    kind: 'evaluation',
    action: 'updateEvaluationMetadata',
    path: 'evaluations',
    add: async ({ call, appId, variantId, makeTestset, makeEvaluatorConfig }: World, labels = {}) => {
      const body = {
        app_id: appId,
        variant_ids: [variantId],
        evaluators_configs: [await makeEvaluatorConfig()],
        testset_id: await makeTestset(),
        rate_limit: { batch_size: 1, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
        labels,
      };
      return (await call('createEvaluations', { body }))[0]?.id ?? '';
    },
    read: async ({ call }: World, id: string) => await call('getEvaluation', { evaluation_id: id }),
    list: async ({ call, appId }: World, filter: Filter = {}) =>
      (await call('listEvaluations', { app_id: appId, ...filter })).map((one) => one.id),
  },
] as const;

/** Names with spaces, with `=`, empty or too long; values empty, of 10 kB, or with control characters; too many. */
const IMPOSSIBLE: readonly object[] = [
  { labels: { 'a b': 'x' } },
  { labels: { 'a=b': 'x' } },
  { labels: { '': 'x' } },
  { labels: { ['n'.repeat(64)]: 'x' } },
  { labels: { team: '' } },
  { labels: { team: 'x'.repeat(10_000) } },
  { labels: { team: 'a\u0007' } },
  { labels: numbered(0, 1000) },
  { unset: ['a b'] },
  { label: { team: 'x' } },
  { archived: 'yes' },
];

test.each(KINDS)('labels of each $kind are set at first and later, found, and removed', async (kind) => {
  await using world = await openWorld();
  const id = await kind.add(world, { team: 'search', release: '2.4' });
  const other = await kind.add(world, { team: 'billing' });
  expect((await kind.read(world, id)).labels).toEqual({ release: '2.4', team: 'search' });
  expect(await kind.list(world, { label: ['team=search'] })).toEqual([id]);
  expect(await kind.list(world, { label: ['team'] })).toEqual([id, other]);
  expect(await kind.list(world, { label: ['team', 'release=2.4'] })).toEqual([id]);
  expect(await kind.list(world, { label: ['team=nobody'] })).toEqual([]);

  const changed = await change(world, kind.path, id, {
    labels: { team: 'a=b c', owner: 'Ana' },
    unset: ['release', 'none'],
  });
  expect(changed).toEqual({ status: 200, body: { labels: { owner: 'Ana', team: 'a=b c' }, archived_at: null } });
  expect((await kind.read(world, id)).labels).toEqual({ owner: 'Ana', team: 'a=b c' });
  expect(await kind.list(world, { label: ['team=a=b c'] })).toEqual([id]);
  expect(await kind.list(world, { label: ['release'] })).toEqual([]);
  const [entry] = await world.call('listAuditEntries', { tail: 1 });
  expect(entry).toMatchObject({
    action: kind.action,
    kind: kind.kind,
    record: id,
    summary: 'label owner=Ana, label team=a=b c, no label release',
  });
});

test.each(KINDS)('each $kind has fifty labels at most', async (kind) => {
  await using world = await openWorld();
  const id = await kind.add(world, numbered(0, 49));
  expect((await change(world, kind.path, id, { labels: { n0: 'new', n49: 'last' } })).status).toBe(200);
  expect(await change(world, kind.path, id, { labels: { one: 'more' } })).toEqual({
    status: 422,
    body: { detail: [{ loc: ['body', 'labels'], msg: 'A record has at most 50 labels', type: 'too_long' }] },
  });
  expect(Object.keys((await kind.read(world, id)).labels ?? {})).toHaveLength(50);
});

test.each(KINDS)('each $kind is archived and unarchived', async (kind) => {
  await using world = await openWorld();
  const id = await kind.add(world);
  const before = await kind.read(world, id);
  expect(before.archived_at).toBe(null);
  const { status, body } = await change(world, kind.path, id, { archived: true, labels: { team: 'search' } });
  const { archived_at } = await kind.read(world, id);
  expect(archived_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect([status, body]).toEqual([200, { labels: { team: 'search' }, archived_at }]);
  const [entry] = await world.call('listAuditEntries', { tail: 1 });
  expect(entry?.summary).toBe('archived, label team=search');
  expect(await kind.list(world)).toContain(id);
  expect(await kind.list(world, { archived: 'true' })).toEqual([id]);
  expect(await kind.list(world, { archived: 'false' })).not.toContain(id);

  expect((await change(world, kind.path, id, { archived: true })).body).toMatchObject({ archived_at });
  expect((await change(world, kind.path, id, { unset: ['team'] })).body).toEqual({ labels: {}, archived_at });
  expect((await change(world, kind.path, id, { archived: false })).body).toEqual({ labels: {}, archived_at: null });
  expect(await kind.read(world, id)).toEqual(before);
  expect((await world.call('listAuditEntries', { tail: 1 }))[0]?.summary).toBe('unarchived');
});

test('a variant that an environment runs is not archived, and one that was archived is unarchived to run', async () => {
  await using world = await openWorld();
  const [first, second] = [await world.makeVariant(), await world.makeVariant()];
  const deploy = async (variant_id: string) =>
    world.call('deployToEnvironment', { body: { environment_name: 'staging', variant_id } });
  await deploy(first);
  const { variant_name } = await world.call('getVariant', { variant_id: first });
  expect(await change(world, 'variants', first, { archived: true, labels: { team: 'x' } })).toEqual({
    status: 409,
    body: { detail: `Variant "${variant_name}" cannot be archived while it runs in "staging".` },
  });
  expect(await world.call('getVariant', { variant_id: first })).toMatchObject({ archived_at: null, labels: {} });

  await deploy(second);
  expect((await change(world, 'variants', first, { archived: true })).status).toBe(200);
  const body = { app_id: world.appId, revision: 1 };
  await world.call('rollbackEnvironment', { environment_name: 'staging', body });
  expect((await world.call('getVariant', { variant_id: first })).archived_at).toBe(null);
});

test('the name of an archived variant stays taken, and finds it', async () => {
  await using world = await openWorld();
  const variant_id = await KINDS[0].add(world);
  await change(world, 'variants', variant_id, { archived: true });
  const { variant_name, config_name } = await world.call('getVariant', { variant_id });
  const body = {
    base_id: world.baseId,
    new_variant_name: variant_name,
    new_config_name: config_name,
    parameters: {},
  };
  expect((await world.running.send('POST', '/variants/from-base', { body })).status).toBe(409);
  const found = await world.call('listAppVariants', { app_id: world.appId, variant_name });
  expect(found.map((one) => one.variant_id)).toEqual([variant_id]);
});

test('labels that cannot be are refused, and nothing is written', async () => {
  await using world = await openWorld();
  for (const body of IMPOSSIBLE)
    expect([body, (await change(world, 'variants', world.variantId, body)).status]).toEqual([body, 422]);
  expect((await world.call('getVariant', { variant_id: world.variantId })).labels).toEqual({});
});

test('a change that expects other labels than there are changes nothing, and says what is there', async () => {
  await using world = await openWorld();
  const send = async (body: object) => await change(world, 'variants', world.variantId, body);
  await send({ labels: { team: 'search' } });
  expect(await send({ labels: { team: 'sales' }, expected: { team: null } })).toEqual({
    status: 412,
    body: { detail: 'Somebody else changed these labels first: team=search now.' },
  });
  expect((await send({ unset: ['owner'], expected: { owner: 'ann' } })).status).toBe(412);
  const expected = { team: 'search', owner: null };
  expect((await send({ labels: { team: 'sales', owner: 'ann' }, expected })).status).toBe(200);
  const { labels } = await world.call('getVariant', { variant_id: world.variantId });
  expect(labels).toEqual({ team: 'sales', owner: 'ann' });
});

test('the labels of a deleted record are deleted', async () => {
  await using world = await openWorld();
  const id = await KINDS[0].add(world, { team: 'search' });
  await world.call('deleteVariant', { variant_id: id });
  expect(await world.running.store.db.selectFrom('variant_labels').selectAll().execute()).toEqual([]);
});

test('writes that change no label are not in the audit log', async () => {
  await using world = await openWorld();
  await change(world, 'variants', world.variantId, { labels: { team: 'search' } });
  const before = await world.call('listAuditEntries', {});
  await change(world, 'variants', world.variantId, { labels: { team: 'search' }, unset: ['owner'] });
  expect(await world.call('listAuditEntries', {})).toEqual(before);
});

function numbered(from: number, to: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`n${from + index}`, 'x']));
}

async function change({ running }: World, path: string, id: string, body: object) {
  const response = await running.send('PATCH', `/${path}/${id}/metadata`, { body });
  return { status: response.status, body: await response.json() };
}
