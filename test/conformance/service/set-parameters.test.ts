import { expect, test } from 'vitest';
import type { Parameters } from '../../../src/contract/variants/variant.ts';
import type { HostingBackend } from '../../../src/service/hosting/hosting.ts';
import { unsetDefaults } from '../../../src/service/store/migrations/0009-set-parameters/set-parameters.ts';
import { createEchoHosting } from '../../helpers/echo-hosting.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';
import { ROUTES } from '../../helpers/service-world.ts';

const [ROUTE = { path: '/', name: '', config: null, input: null, output: null, defaults: {} }] = ROUTES;

/** The world's code with another default of `words`, and a field more. */
const LATER = [
  {
    ...ROUTE,
    config: {
      type: 'object',
      properties: {
        model: { type: 'string', enum: ['small', 'large'], default: 'small', 'x-parameter': 'choice' },
        words: { type: 'integer', minimum: 10, maximum: 200, default: 80, 'x-parameter': 'int' },
        tone: { type: 'string', default: 'plain', 'x-parameter': 'text' },
      },
    },
    defaults: { model: 'small', words: 80, tone: 'plain' },
  },
];

const deployment = { variant_name: 'default', sdk_version: '0.1.0' };

const deploy = async (world: OwnWorld, changes: object = {}) =>
  await world.call('createDeployment', {
    app_id: world.appId,
    body: { ...deployment, artifact_sha256: world.sha256, routes: LATER, ...changes },
  });

const DEFAULTS = { model: 'small', words: 50 };

test('what nobody set follows the newest code, and what an environment runs follows its own', async () => {
  await using world = await openWorld();
  const app_id = world.appId;
  const set = await world.makeVariant();
  await deploy(world);
  const read = async (variant_id: string) => await world.call('getVariant', { variant_id });
  const follows = { parameters: { model: 'small', words: 80, tone: 'plain' }, set_parameters: {}, revision: 1 };
  expect(await read(world.variantId)).toMatchObject(follows);
  expect(await read(set)).toMatchObject({ parameters: { words: 20, tone: 'plain' }, set_parameters: { words: 20 } });
  expect(await world.call('listAppVariants', { app_id })).toMatchObject([follows, { set_parameters: { words: 20 } }]);
  const production = await world.call('getVariantByEnvironment', { app_id, environment: 'production' });
  expect(production).toMatchObject({ parameters: DEFAULTS, set_parameters: {} });
  const application_ref = { slug: 'support' };
  const fetched = async (body: object) => await world.call('fetchConfig', { body: { application_ref, ...body } });
  expect((await fetched({ environment_ref: { slug: 'production' } })).params).toEqual(DEFAULTS);
  expect((await fetched({ variant_ref: { slug: 'default' } })).params).toEqual(follows.parameters);
  await deploy(world, { environment: 'production' });
  expect((await fetched({ environment_ref: { slug: 'production' } })).params).toEqual(follows.parameters);
  const history = await world.call('getEnvironmentRevisions', { app_id, environment_name: 'production' });
  const before = await world.call('getDeployedConfig', { deployment_revision_id: history.revisions[0]?.id ?? '' });
  expect(before).toMatchObject({ parameters: DEFAULTS, set_parameters: {} });
});

test('a deployment tells which variants a changed default moves, and which environments keep their code', async () => {
  await using world = await openWorld();
  await world.makeVariant();
  const { compatibility } = await deploy(world);
  const fields = [{ field: 'words', before: 50, after: 80 }];
  const own = { variant_id: world.variantId, variant_name: 'default', revision: 1, fields };
  expect(compatibility.moved).toEqual([
    { ...own, environment: null, moves: true },
    { ...own, environment: 'production', moves: false },
  ]);
  const later = await deploy(world, { environment: 'production' });
  expect(later.compatibility.moved).toEqual([{ ...own, environment: 'production', moves: true }]);
});

test('a default that the new code does not have is shown as null', async () => {
  await using world = await openWorld();
  const routes = ROUTES.map((route) => ({ ...route, defaults: { model: 'small' } }));
  const body = { variant_name: 'default', routes };
  const { moved } = await world.call('checkDeployment', { app_id: world.appId, body });
  expect(moved?.[0]?.fields).toEqual([{ field: 'words', before: 50, after: null }]);
});

test('a bundle gets the defaults of its own code, whichever is the newest', async () => {
  const backends: HostingBackend[] = [];
  const createHosting = (backend: HostingBackend) => {
    backends.push(backend);
    return createEchoHosting();
  };
  await using world = await openWorld({ createHosting });
  await deploy(world);
  const deployments = await world.call('listDeployments', { app_id: world.appId });
  const [revision] = await world.call('listVariantRevisions', { variant_id: world.variantId });
  const own = { app_id: world.appId, app_name: 'support', artifact_sha256: null, url: null, variables_version: 0 };
  const asked = async (id: string, reference: object) =>
    await backends[0]?.resolveConfiguration({ ...own, id }, reference);
  for (const reference of [{ revision: revision?.id ?? '' }, { variant: 'default' }, { environment: 'production' }]) {
    const [first, second] = await Promise.all(deployments.map(({ id }) => asked(id, reference)));
    expect([first, second]).toEqual([DEFAULTS, LATER[0]?.defaults]);
  }
  // The schemas of a process's code, which may be large, are read once.
  const process = { ...own, id: deployments[0]?.id ?? '' };
  const ask = async () => await backends[0]?.resolveConfiguration(process, { variant: 'default' });
  expect(await ask()).toEqual(DEFAULTS);
  await world.running.store.db.updateTable('deployments').set({ routes: '[]' }).where('id', '=', process.id).execute();
  expect(await ask()).toEqual(DEFAULTS);
});

/** Rewrites the revisions of a variant as a wf did that stored defaults as well. */
async function storeAsBefore({ running }: OwnWorld, variant_id: string, stored: readonly object[]): Promise<void> {
  const { db } = running.store;
  for (const [index, parameters] of stored.entries())
    await db
      .updateTable('variant_revisions')
      .set({ parameters: JSON.stringify(parameters), set_only: null })
      .where('variant_id', '=', variant_id)
      .where('revision', '=', index + 1)
      .execute();
}

async function readSet(world: OwnWorld, variant_id: string) {
  const revisions = await world.call('listVariantRevisions', { variant_id });
  return revisions.map(({ config }) => config.set_parameters);
}

test('defaults that an older wf stored are unset where they were carried along unchanged', async () => {
  await using world = await openWorld();
  const { variantId: variant_id, running } = world;
  const put = (body: Parameters) => world.call('updateVariantParameters', { variant_id, body: { parameters: body } });
  await put({ model: 'large' });
  await deploy(world);
  await put({ words: 80 });
  await put({ words: 50 });
  const part = await world.makeVariant();
  await storeAsBefore(world, variant_id, [
    { model: 'small', words: 50 },
    { model: 'large', words: 50 },
    // The page stored a field that a later deployment had brought.
    { model: 'large', words: 50, tone: 'plain' },
    // Back to the first default, by hand.
    { model: 'small', words: 50, tone: 'plain' },
  ]);
  await storeAsBefore(world, part, [{ words: 80 }]);
  await unsetDefaults(running.store.db);
  expect(await readSet(world, variant_id)).toEqual([{}, { model: 'large' }, { model: 'large' }, { model: 'small' }]);
  // Somebody gave a single field.
  expect(await readSet(world, part)).toEqual([{ words: 80 }]);
});

test('a stored default stays where an environment or an evaluation ran it with code of another one', async () => {
  await using world = await openWorld();
  const { variantId: variant_id, appId: app_id, running } = world;
  await storeAsBefore(world, variant_id, [DEFAULTS]);
  await deploy(world);
  const environment = { environment_name: 'staging', variant_id };
  await world.call('deployToEnvironment', { body: environment });
  await unsetDefaults(running.store.db);
  expect(await readSet(world, variant_id)).toEqual([{ words: 50 }]);
  for (const [name, tone] of [
    ['production', {}],
    ['staging', { tone: 'plain' }],
  ] as const) {
    const runs = await world.call('getVariantByEnvironment', { app_id, environment: name });
    expect(runs.parameters).toEqual({ ...DEFAULTS, ...tone });
  }
  const evaluated = await world.makeVariant();
  await storeAsBefore(world, evaluated, [{ model: 'small', words: 80, tone: 'plain' }]);
  await deploy(world, { routes: ROUTES });
  await world.makeEvaluation();
  await running.store.db
    .updateTable('evaluations')
    .set({
      variant_revision_id: (await world.call('listVariantRevisions', { variant_id: evaluated }))[0]?.id ?? '',
    })
    .execute();
  await unsetDefaults(running.store.db);
  expect(await readSet(world, evaluated)).toEqual([{ words: 80 }]);
});

test('a default that code no longer accepts breaks only the variants that set it', async () => {
  await using world = await openWorld();
  const set = { base_id: world.baseId, new_variant_name: 'set', new_config_name: 'set', parameters: { words: 50 } };
  await world.call('addVariantFromBase', { body: set });
  const properties = { ...LATER[0]?.config.properties, words: { type: 'integer', minimum: 60, default: 80 } };
  const routes = [
    { ...LATER[0], ...ROUTE, config: { type: 'object', properties }, defaults: LATER[0]?.defaults ?? {} },
  ];
  const body = { variant_name: 'default', routes };
  const { breaks } = await world.call('checkDeployment', { app_id: world.appId, body });
  expect(breaks.map(({ variant_name, field }) => [variant_name, field])).toEqual([['set', 'words']]);
});
