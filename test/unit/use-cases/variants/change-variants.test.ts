import { expect, test } from 'vitest';
import { createVariant, type CreateVariantOptions } from '../../../../src/use-cases/variants/create-variant.ts';
import {
  revertVariant,
  updateVariant,
  type UpdateVariantOptions,
} from '../../../../src/use-cases/variants/update-variant.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';
import { ROUTES } from '../../../helpers/service-world.ts';

/** The code has the fields `model`, small by default, and `words`, 50 by default. */
async function create(world: OwnWorld, options: Partial<CreateVariantOptions>) {
  const none = { base: null, from: null, configName: null, parameters: {}, assignments: [] };
  const client = clientOf(world.running);
  return (await createVariant({ client, app: 'support', name: 'tuned', ...none, ...options })).record;
}

async function update(world: OwnWorld, options: Partial<UpdateVariantOptions>) {
  const none = { parameters: {}, assignments: [], unset: [] };
  const client = clientOf(world.running);
  return await updateVariant({ client, app: 'support', variant: 'default', ...none, ...options });
}

test('a new variant sets what another one sets, then the file, then --set', async () => {
  await using world = await openWorld();
  expect(await create(world, { parameters: { words: 60 }, assignments: ['words=80'] })).toMatchObject({
    variant_name: 'tuned',
    base_name: 'main',
    parameters: { model: 'small', words: 80 },
    set_parameters: { words: 80 },
    revision: 1,
  });
  const copy = { name: 'copy', from: 'tuned', assignments: ['model=large'], labels: { team: 'search' } };
  expect(await create(world, copy)).toMatchObject({
    parameters: { model: 'large', words: 80 },
    labels: { team: 'search' },
  });
});

test.each([
  ['formal', null, 'formal'],
  ['main.formal', null, 'formal'],
  ['main.', null, 'main.'],
  ['mainx', null, 'mainx'],
  ['formal', 'other', 'other'],
])('%s with --config-name %s gets the configuration name %s', async (name, configName, config_name) => {
  await using world = await openWorld();
  expect(await create(world, { name, configName })).toMatchObject({ variant_name: name, config_name });
});

test('a variant configures the base main, or the only one, of several the named one', async () => {
  await using world = await openWorld();
  const client = clientOf(world.running);
  const { app_id } = await client.createApp({ body: { app_name: 'several' } });
  const deploy = async (base_name: string) => {
    const code = { artifact_sha256: world.sha256, routes: ROUTES, sdk_version: '0.1.0' };
    await world.call('createDeployment', { app_id, body: { ...code, base_name, variant_name: `${base_name}.x` } });
  };
  const createIn = async (name: string, base: string | null) =>
    (await create(world, { app: app_id, name, base })).base_name;
  await deploy('next');
  expect(await createIn('a', null)).toBe('next');
  await deploy('old');
  await expect(createIn('b', null)).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'The app has 2 bases (next, old), and none was named.',
    nextSteps: ['Add --base next'],
    details: { missing: '--base', bases: ['next', 'old'] },
  });
  expect(await createIn('c', 'old')).toBe('old');
  await deploy('main');
  expect(await createIn('d', null)).toBe('main');
});

test.each([
  [{ name: 'default' }, 'WF_CONFLICT', ['wf variants list']],
  [{ assignments: ['words=9'] }, 'WF_INVALID_INPUT', ["wf routes, in the project's folder"]],
])('the refusal of a variant with %j leads on', async (options, code, nextSteps) => {
  await using world = await openWorld();
  await expect(create(world, options)).rejects.toMatchObject({ code, nextSteps });
});

test('an update changes what is named, in one revision, and labels without one', async () => {
  await using world = await openWorld();
  const { record } = await update(world, { parameters: { model: 'large' }, assignments: ['words=80'] });
  expect(record).toMatchObject({ parameters: { model: 'large', words: 80 }, revision: 2 });
  const both = await update(world, { assignments: ['words=90'], unset: ['model'] });
  const set_parameters = { words: 90 };
  expect(both).toMatchObject({ record: { set_parameters, revision: 3 }, isRevised: true });
  const labels = { set: { team: 'search' }, unset: [], archived: null };
  const labelled = { record: { labels: { team: 'search' }, revision: 3 }, isChanged: true, isRevised: false };
  expect(await update(world, { labels })).toMatchObject(labelled);
  expect(await update(world, { labels })).toMatchObject({ isChanged: false, isRevised: false });
});

test.each<[Partial<UpdateVariantOptions>, string, string, readonly string[]]>([
  [{}, 'WF_USAGE', 'Nothing to change.', ['Add --set key=value, --unset key, --params FILE, or --label NAME=VALUE']],
  [{ assignments: ['model=large'], unset: ['model'] }, 'WF_USAGE', '"model" is both set and unset.', []],
  [{ unset: ['modle'] }, 'WF_NOT_FOUND', 'No parameter of default is called "modle". Did you mean model?', []],
  [
    { unset: ['model'] },
    'WF_NOT_FOUND',
    "default does not set model: it has the code's default.",
    ['wf variants show default'],
  ],
])('the update %j is refused', async (options, code, message, nextSteps) => {
  await using world = await openWorld();
  await expect(update(world, options)).rejects.toMatchObject({ code, message, nextSteps });
  const { revision } = await world.call('getVariant', { variant_id: world.variantId });
  expect(revision).toBe(1);
});

test('a variant that somebody else changed since it was read keeps their change', async () => {
  await using world = await openWorld();
  const { call, variantId: variant_id } = world;
  const client = clientOf(world.running);
  const meanwhile: typeof client.listAppVariants = async (...input) => {
    const found = await client.listAppVariants(...input);
    await call('updateVariantParameters', { variant_id, body: { parameters: { words: 99 } } });
    return found;
  };
  const stale = { client: { ...client, listAppVariants: meanwhile } };
  await expect(update(world, { ...stale, assignments: ['words=80'] })).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    nextSteps: ['wf variants diff default@1 default', 'Run the same command again'],
  });
  expect(await call('getVariant', { variant_id })).toMatchObject({ parameters: { words: 99 }, revision: 2 });
});

test('a revert sets exactly what was set, and nothing where they are the same', async () => {
  await using world = await openWorld();
  const revert = async (revision: number) => {
    const client = clientOf(world.running);
    const { record, isChanged } = await revertVariant({ client, app: 'support', variant: 'default', revision });
    return [record.set_parameters, record.revision, isChanged];
  };
  await update(world, { assignments: ['words=80', 'model=small'] });
  expect(await revert(1)).toEqual([{}, 3, true]);
  expect(await revert(1)).toEqual([{}, 3, false]);
  expect(await revert(2)).toEqual([{ model: 'small', words: 80 }, 4, true]);
});
