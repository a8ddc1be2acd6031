import { expect, test } from 'vitest';
import { resolveSourceConfiguration } from '../../../src/service/develop/source-configuration.ts';
import type { ConfigurationReference } from '../../../src/contract/variants/config.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';

/** The configuration that a call of the sources with this reference runs with. */
const resolve = (world: OwnWorld, reference: ConfigurationReference, app = 'support') =>
  resolveSourceConfiguration(world.running.store.db, app, reference);

/** A variant with its own parameters, at a second revision. */
async function makeTuned(world: OwnWorld): Promise<string> {
  const variant_id = await world.makeVariant();
  await world.call('updateVariantParameters', { variant_id, body: { parameters: { words: 30 } } });
  return variant_id;
}

test('a call without a reference runs what production runs', async () => {
  await using world = await openWorld();
  const variant_id = await makeTuned(world);
  await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
  expect(await resolve(world, { environment: 'production' })).toEqual({ words: 30 });
  expect(await resolve(world, {})).toEqual({ words: 30 });
});

test('a variant runs at its newest revision, or at the requested one', async () => {
  await using world = await openWorld();
  const { variant_name } = await world.call('getVariant', { variant_id: await makeTuned(world) });
  expect(await resolve(world, { variant: variant_name })).toEqual({ words: 30 });
  expect(await resolve(world, { variant: variant_name, version: 1 })).toEqual({ words: 20 });
});

test('an environment runs at its current revision, or at an earlier one', async () => {
  await using world = await openWorld();
  const variant_id = await makeTuned(world);
  for (const id of [world.variantId, variant_id])
    await world.call('deployToEnvironment', { body: { environment_name: 'staging', variant_id: id } });
  expect(await resolve(world, { environment: 'staging' })).toEqual({ words: 30 });
  expect(await resolve(world, { environment: 'staging', version: 1 })).not.toEqual({ words: 30 });
});

test("the project's own app is found by name or id, and no other", async () => {
  await using world = await openWorld();
  const { variant_name } = await world.call('getVariant', { variant_id: await makeTuned(world) });
  for (const application of ['support', world.appId])
    expect(await resolve(world, { application, variant: variant_name })).toEqual({ words: 30 });
  await world.call('createApp', { body: { app_name: 'billing' } });
  for (const application of ['billing', 'nowhere']) {
    await expect(resolve(world, { application })).rejects.toMatchObject({
      code: 'WF_NOT_FOUND',
      message: `A workflow of app "support" cannot read the configuration of "${application}".`,
    });
  }
});

test.each([
  [{ variant: 'defautl' }, 'No variant is called "defautl". Did you mean default?'],
  [{ environment: 'prod' }, 'No environment is called "prod". Did you mean production?'],
  [{ environment: 'staging' }, 'Nothing is deployed to environment "staging" yet.'],
  [{ variant: 'default', version: 9 }, expect.stringContaining('9')],
  [{ environment: 'production', version: 9 }, expect.stringContaining('9')],
  [{ revision: 'unheard-of' }, 'The app has no variant revision with the id unheard-of.'],
])('%j is not found, and the error lists what exists', async (reference, message) => {
  await using world = await openWorld();
  await expect(resolve(world, reference)).rejects.toMatchObject({ code: 'WF_NOT_FOUND', message });
});

test("before the first deploy, only a call without a reference runs with the code's defaults", async () => {
  await using world = await openWorld();
  expect(await resolve(world, { environment: 'production' }, 'new')).toEqual({});
  expect(await resolve(world, { application: 'new' }, 'new')).toEqual({});
  for (const reference of [{ application: 'support' }, { variant: 'default' }, { version: 1 }, { environment: 'no' }])
    await expect(resolve(world, reference, 'new')).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
});
