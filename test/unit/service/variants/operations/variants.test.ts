import { expect, test } from 'vitest';
import {
  addVariantFromBase,
  deleteVariant,
  listAppVariants,
  updateVariantMetadata,
  updateVariantParameters,
} from '../../../../../src/service/variants/operations/variants.ts';
import { getServiceUrl } from '../../../../../src/service/variants/operations/list-bases.ts';
import { requireVariant } from '../../../../../src/service/variants/queries/variants.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';

const ROUTES = [
  {
    path: '/',
    config: { type: 'object', properties: { words: { type: 'integer', maximum: 50 }, tone: { type: 'string' } } },
    defaults: {},
  },
];

/** An app with two variants of a base with code, of which `live` runs the first, and a base without code. */
async function openVariants() {
  const opened = await openOperations();
  const { db } = opened;
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'main', newest_deployment_id: 'd' },
    { id: 'y', app_id: 'a', name: 'empty' },
  ]);
  await insertBare(db, 'deployments', [{ id: 'd', app_id: 'a', base_id: 'x', routes: JSON.stringify(ROUTES) }]);
  const common = { app_id: 'a', base_id: 'x', newest_revision: 1 };
  await insertBare(db, 'variants', [
    { ...common, id: 'v', name: 'first', config_name: 'v' },
    { ...common, id: 'w', name: 'second', config_name: 'w' },
  ]);
  await insertBare(db, 'variant_revisions', [
    { id: 'v1', variant_id: 'v', revision: 1, parameters: '{"words":10,"tone":"kind"}' },
    { id: 'w1', variant_id: 'w', revision: 1, parameters: '{}' },
  ]);
  await insertBare(db, 'environments', [
    { id: 'l', app_id: 'a', name: 'live' },
    { id: 'p', app_id: 'a', name: 'production', position: 1 },
  ]);
  await insertBare(db, 'environment_revisions', [
    { id: 'l1', environment_id: 'l', revision: 1, variant_revision_id: 'v1' },
    { id: 'p1', environment_id: 'p', revision: 1, variant_revision_id: 'v1' },
  ]);
  return opened;
}

const ANY_ID = expect.stringMatching(/^[\da-f-]{36}$/);
const FIRST = { kind: 'variant', id: 'v', name: 'first', appId: 'a' };

test('a variant is added to a base with its labels, and logged', async () => {
  const { context, takeLogged } = await openVariants();
  const body = { base_id: 'x', new_variant_name: 'bold', new_config_name: 'b', parameters: { words: 5 } };
  const added = await addVariantFromBase.run({ body: { ...body, labels: { team: 'search' } } }, context);
  expect(added).toMatchObject({
    variant_id: ANY_ID,
    variant_name: 'bold',
    config_name: 'b',
    base_id: 'x',
    parameters: { words: 5 },
    revision: 1,
    created_at: NOW,
    modified_by_id: 'k',
    labels: { team: 'search' },
    uri: `https://wf.test/services/a/${added.variant_id}`,
  });
  const change = { kind: 'variant', id: added.variant_id, name: 'bold', appId: 'a', before: null, after: ANY_ID };
  expect(takeLogged()).toEqual([{ ...change, summary: 'created, label team=search' }]);
});

test('parameters that break the schema of the code are refused; without code, any are stored', async () => {
  const { context } = await openVariants();
  const add = async (base_id: string) => {
    const body = { base_id, new_variant_name: 'bold', new_config_name: 'b', parameters: { words: 51 } };
    return await addVariantFromBase.run({ body }, context);
  };
  await expect(add('x')).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'The parameters break the configuration schema of the deployed routes.',
    details: [expect.objectContaining({ loc: ['body', 'parameters', 'words'] })],
  });
  expect(await add('y')).toMatchObject({ parameters: { words: 51 }, uri: null });
});

test.each([
  [{ parameters: { words: 20 } }, { words: 20, tone: 'kind' }],
  [{ parameters: {} }, {}],
  [
    { parameters: {}, unset: [] },
    { words: 10, tone: 'kind' },
  ],
  [{ parameters: {}, unset: ['tone'] }, { words: 10 }],
  [{ parameters: { words: 20 }, unset: ['tone', 'words'] }, { words: 20 }],
])('a change by %j is a new revision', async (body, parameters) => {
  const { context, db, takeLogged } = await openVariants();
  expect(await updateVariantParameters.run({ variant_id: 'v', body }, context)).toBeNull();
  const variant = await requireVariant(db, 'v');
  expect([variant.revision, JSON.parse(variant.parameters)]).toEqual([2, parameters]);
  expect(takeLogged()).toEqual([{ ...FIRST, before: 'v1', after: variant.revision_id, summary: 'revision 2' }]);
});

test('of two changes to the same revision, the second is refused', async () => {
  const { contextOf } = await openVariants();
  const change = async (tag: string) =>
    await updateVariantParameters.run({ variant_id: 'v', body: { parameters: {} } }, contextOf({ ifMatch: [tag] }));
  expect(await change('"1"')).toBeNull();
  await expect(change('"1"')).rejects.toThrow('Variant "first" is now at revision 2: somebody else changed it first.');
});

test('a variant is neither archived while it runs, nor deleted while it can be restored', async () => {
  const { context, db, takeLogged } = await openVariants();
  const archive = async (variant_id: string) =>
    await updateVariantMetadata.run({ variant_id, body: { archived: true } }, context);
  await expect(archive('v')).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'Variant "first" cannot be archived while it runs in "live", "production".',
  });
  await db.deleteFrom('environment_revisions').where('id', '=', 'p1').execute();
  await expect(deleteVariant.run({ variant_id: 'v' }, context)).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message:
      'Variant "first" is used by revision 1 of environment "live", and cannot be deleted while that can be restored.',
  });
  const second = { kind: 'variant', id: 'w', name: 'second', appId: 'a' };
  expect(await archive('w')).toEqual({ labels: {}, archived_at: NOW });
  expect(takeLogged()).toEqual([{ ...second, summary: 'archived' }]);
  expect(await deleteVariant.run({ variant_id: 'w' }, context)).toBeNull();
  expect(takeLogged()).toEqual([{ ...second, before: 'w1', summary: 'deleted at revision 1' }]);
});

test.each([
  [{}, ['v', 'w']],
  [{ environment: 'live' }, ['v']],
  [{ variant_revision_id: 'w1' }, ['w']],
  [{ variant_revision_id: 'w1', environment: 'live' }, ['w']],
  [{ variant_name: 'second' }, ['w']],
  [{ base_name: 'empty' }, []],
  [{ id_prefix: 'w' }, ['w']],
  [{ search: 'FIRST' }, ['v']],
  [{ label: ['team'] }, []],
  [{ archived: 'true' }, []],
  [{ created_since: '2026-01-01T00:00:00Z' }, []],
  [{ sort: 'name', order: 'desc' }, ['w', 'v']],
] as const)('variants are listed by %j', async (query, ids) => {
  const { context } = await openVariants();
  // Queries of the list, which the contract describes.
  const input = { app_id: 'a', ...query } as Parameters<typeof listAppVariants.run>[0];
  const { items, total } = await listAppVariants.run(input, context);
  expect([items.map((one) => one.variant_id), total]).toEqual([[...ids], undefined]);
});

test('the variants of an app are counted on request; those of no app are refused', async () => {
  const { context } = await openVariants();
  const list = async (query: object) => await listAppVariants.run({ app_id: 'a', ...query }, context);
  expect(await list({ limit: 1, total: 'true' })).toMatchObject({ items: [{ variant_id: 'v' }], total: 2 });
  for (const environment of [undefined, 'live']) {
    await expect(list({ app_id: 'none', environment })).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
  }
});

test('the address of a base is that of its first variant', async () => {
  const { context, contextOf } = await openVariants();
  const uri = 'https://wf.test/services/a/v';
  expect(await getServiceUrl.run({ base_id: 'x' }, context)).toEqual({ uri });
  expect(await getServiceUrl.run({ variant_id: 'w' }, context)).toEqual({ uri: 'https://wf.test/services/a/w' });
  await expect(getServiceUrl.run({ base_id: 'y' }, context)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'Base "empty" has no variant.',
  });
  await expect(getServiceUrl.run({ base_id: 'x' }, contextOf({ addressOf: () => null }))).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No server serves it.',
  });
  const msg = 'Name a base or a variant';
  await expect(getServiceUrl.run({}, context)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['query', 'variant_id'], msg, type: 'missing' }],
  });
});
