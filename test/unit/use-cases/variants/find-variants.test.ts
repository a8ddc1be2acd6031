import { expect, test } from 'vitest';
import type { Client } from '../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../src/foundation/errors/wf-error.ts';
import { findConfiguration } from '../../../../src/use-cases/variants/find-configuration.ts';
import { resolveConfiguration } from '../../../../src/use-cases/variants/resolve-configuration.ts';
import { readNewestRevisions } from '../../../../src/use-cases/variants/list-variant-revisions.ts';
import {
  resolveVariant,
  resolveVariantRevision,
  resolveVariants,
  showVariant,
} from '../../../../src/use-cases/variants/resolve-variant.ts';
import { clientOf, withoutExtensions } from '../../../helpers/client-of.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';

/** A world with the variants `default` at revision 2, `odd@2` and `staging`; staging ran `default@1`, then `odd@2`. */
async function openVariants() {
  const world = await openWorld();
  const { call, baseId: base_id, variantId } = world;
  const add = async (name: string) => {
    const body = { base_id, new_variant_name: name, new_config_name: name, parameters: { words: 30 } };
    return (await call('addVariantFromBase', { body })).variant_id;
  };
  const odd = await add('odd');
  // Older services took such a name.
  await world.running.store.db.updateTable('variants').set({ name: 'odd@2' }).where('id', '=', odd).execute();
  await add('staging');
  for (const variant_id of [variantId, odd])
    await call('deployToEnvironment', { body: { environment_name: 'staging', variant_id } });
  await call('updateVariantParameters', { variant_id: variantId, body: { parameters: { words: 60 } } });
  return { ...world, odd, client: clientOf(world.running) };
}

test('only at a service of others does the name of its configuration name a variant', async () => {
  await using world = await openVariants();
  const { db } = world.running.store;
  await db.updateTable('variants').set({ config_name: 'strange' }).where('id', '=', world.odd).execute();
  const find = async (client: Client, variant: string) =>
    (await resolveVariant({ client, app: 'support', variant })).variant_id;
  await expect(find(world.client, 'strange')).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
  expect(await find(withoutExtensions(world.client), 'strange')).toBe(world.odd);
});

test.each([true, false])('a variant is found by name or id, at a revision; with extensions: %s', async (isOurs) => {
  await using world = await openVariants();
  const client = isOurs ? world.client : withoutExtensions(world.client);
  const find = async (typed: string, app: string | null = 'support') => {
    const { variant, revision } = await resolveVariantRevision({ client, app, variant: typed });
    return [variant.variant_name, revision];
  };
  expect(await find('default')).toEqual(['default', null]);
  expect(await find('default@1')).toEqual(['default', 1]);
  expect(await find(world.odd)).toEqual(['odd@2', null]);
  expect(await find('odd@2@1')).toEqual(['odd@2', 1]);
  expect(await find(`${world.variantId}@2`, null)).toEqual(['default', 2]);
  for (const typed of ['default@0', 'default@x', 'default@-1', 'default@'])
    await expect(find(typed)).rejects.toMatchObject({ code: 'WF_NOT_FOUND', nextSteps: ['wf variants list'] });
  const other = '"odd@2" is the name of the variant ' + world.odd;
  await expect(find('odd@2')).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `${other}, and means revision 2 of "odd", which does not exist. Use an id.`,
  });
  await world.running.store.db.updateTable('variants').set({ name: 'default@1' }).where('id', '=', world.odd).execute();
  await expect(find('default@1')).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `"default@1" is the name of the variant ${world.odd}, and means revision 1 of "default" (${world.variantId}). Use an id.`,
    nextSteps: [`For the variant of that name: ${world.odd}`, `For the revision: ${world.variantId}@1`],
  });
  expect(await find(`${world.variantId}@1`)).toEqual(['default', 1]);
  await expect(find('defalt@1')).rejects.toThrow('No variant is called "defalt". Did you mean default?');
});

test('an earlier revision is shown as it was', async () => {
  await using world = await openVariants();
  const show = async (variant: string) => await showVariant({ client: world.client, app: 'support', variant });
  expect(await show('default')).toMatchObject({ revision: 2, parameters: { model: 'small', words: 60 } });
  expect(await show('default@2')).toEqual(await show('default'));
  expect(await show('default@1')).toMatchObject({ revision: 1, parameters: { model: 'small', words: 50 } });
});

test('the newest revisions come with the one before them', async () => {
  await using world = await openVariants();
  const variant = { variant_id: world.variantId };
  await world.call('updateVariantParameters', { ...variant, body: { parameters: { words: 70 } } });
  const read = async (limit: number | null) => {
    const { shown, before } = await readNewestRevisions(world.client, variant, limit);
    return [shown.map(({ revision }) => revision), before?.revision ?? null];
  };
  expect([await read(null), await read(3), await read(1)]).toEqual([
    [[1, 2, 3], null],
    [[1, 2, 3], null],
    [[3], 2],
  ]);
});

test.each([
  [404, 'support', true],
  [500, 'support', true],
  [404, null, false],
  [403, 'support', false],
])('an id that a service answers with %i is looked up in the app %j: %s', async (status, app, isFound) => {
  await using world = await openVariants();
  const failed = new ServiceError({ code: 'WF_FAILED', message: 'No.', status });
  const fails = () => Promise.reject(failed);
  const client: Client = { ...world.client, getVariant: fails, ...(app === null ? { listApps: fails } : {}) };
  const finding = resolveVariant({ client, app, variant: world.variantId });
  if (isFound) expect(await finding).toMatchObject({ variant_name: 'default' });
  else await expect(finding).rejects.toThrow();
});

const list = async (world: OwnWorld, variants: string | null) =>
  await resolveVariants({ client: clientOf(world.running), appId: world.appId, variants });

test('a list of variants keeps its order and its revisions, and the only variant need not be named', async () => {
  await using world = await openVariants();
  const ids = new Map(
    (await world.client.listAppVariants({ app_id: world.appId })).map((one) => [one.variant_id, one]),
  );
  const found = await list(world, ` default@1, ${world.odd} ,default`);
  expect(found.map(({ id, revision }) => [ids.get(id)?.variant_name, revision])).toEqual([
    ['default', 1],
    ['odd@2', 1],
    ['default', 2],
  ]);
  await using lone = await openWorld();
  expect(await list(lone, null)).toEqual([{ id: lone.variantId, revision: 1 }]);
});

test.each([
  [null, 'The app has 3 variants, and none was named.', ['Add --variants default,odd@2,staging']],
  [',', '--variants is empty.', ['wf variants list']],
  ['staging,default,staging', 'The variant "staging" is named twice.', ['wf variants list']],
  ['default,default@2', 'The variant "default@2" is named twice.', ['wf variants list']],
])('the list %j of variants is refused', async (variants, message, nextSteps) => {
  await using world = await openVariants();
  await expect(list(world, variants)).rejects.toMatchObject({ code: 'WF_USAGE', message, nextSteps });
});

test.each([
  ['default', 'default@2', { words: 60 }, 1],
  ['default@1', 'default@1', {}, 1],
  ['production', 'production (default@1)', {}, 1],
  ['env:staging', 'staging (odd@2@1)', { words: 30 }, 1],
  ['env:staging@1', 'staging@1 (default@1)', {}, 1],
  ['variant:staging', 'staging@1', { words: 30 }, 1],
  ['local', 'local', {}, 0],
])('the configuration %s is that of %s', async (named, label, set, routes) => {
  await using world = await openVariants();
  const scope = { client: world.client, app: 'support' };
  const found = await resolveConfiguration({ ...scope, named, readLocal: async () => [] });
  expect({ label: found.label, set: found.set }).toEqual({ label, set });
  expect(found.routes).toHaveLength(routes);
});

test('the code of an environment is the one that it pins, that of a variant the newest', async () => {
  await using world = await openVariants();
  const find = async (named: string) => (await findConfiguration({ client: world.client, app: 'support', named })).code;
  expect(await find('default')).toEqual({ kind: 'newest', base: 'main' });
  const [deployment] = await world.call('listDeployments', { app_id: world.appId });
  expect(await find('production')).toEqual({ kind: 'pinned', deployment: deployment?.id });
});

const BOTH = ['Write variant:staging or env:staging'];
const LISTS = ['wf variants list', 'wf env list'];

test.each<[string, string, string, readonly string[]]>([
  ['staging', 'WF_USAGE', '"staging" is both a variant and an environment.', BOTH],
  ['prodution', 'WF_NOT_FOUND', 'No variant or environment is called "prodution". Did you mean production?', LISTS],
  ['defalt', 'WF_NOT_FOUND', 'No variant or environment is called "defalt". Did you mean default?', LISTS],
  ['locall', 'WF_NOT_FOUND', 'No variant or environment is called "locall". Did you mean local?', LISTS],
  [
    'development',
    'WF_NOT_FOUND',
    'Nothing is deployed to development yet.',
    ['wf env deploy development --variant VARIANT'],
  ],
  [
    'production@9',
    'WF_NOT_FOUND',
    'Environment production has no revision 9. It has 1 to 1.',
    ['wf env revisions production'],
  ],
])('the configuration %s is refused', async (named, code, message, nextSteps) => {
  await using world = await openVariants();
  const resolving = resolveConfiguration({ client: world.client, app: 'support', named, readLocal: async () => [] });
  await expect(resolving).rejects.toMatchObject({ code, message, nextSteps });
});
