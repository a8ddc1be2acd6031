import { expect, test } from 'vitest';
import { fieldOf } from '../../../src/foundation/record.ts';
import { createHuman } from '../../helpers/human-world.ts';
import { openWorld, seen, type OwnWorld } from '../../helpers/open-world.ts';

let made = 0;

/** Every kind of record that a user names, and how one is created. */
const CREATE: Readonly<Record<string, (world: OwnWorld, name: string) => Promise<readonly [string, unknown]>>> = {
  app: async (_, app_name) => ['/apps', { app_name }],
  variant: async ({ baseId }, name) => [
    '/variants/from-base',
    { base_id: baseId, new_variant_name: name, new_config_name: `of ${Array.from(name).join('-')}`, parameters: {} },
  ],
  configuration: async ({ baseId }, name) => [
    '/variants/from-base',
    { base_id: baseId, new_variant_name: `variant ${(made += 1)}`, new_config_name: name, parameters: {} },
  ],
  'test set': async (_, name) => ['/testsets', { name, csvdata: [{ text: 'a' }] }],
  evaluator: async ({ appId }, name) => [
    '/evaluators/configs',
    {
      app_id: appId,
      name,
      evaluator_key: 'auto_exact_match',
      settings_values: { correct_answer_key: 'correct_answer' },
    },
  ],
  key: async (_, name) => ['/keys', { name, role: 'viewer' }],
};

test.each(Object.entries(CREATE))('a new %s keeps the rule for names, and looks like no other', async (_, create) => {
  await using world = await openWorld();
  const status = async (name: string) => {
    const [path, body] = await create(world, name);
    return (await world.running.send('POST', path, { body })).status;
  };
  expect(await status('\u202etuned')).toBe(422);
  expect(await status('tuned@1')).toBe(422);
  expect(await status('scope')).toBe(200);
  // All of these letters are Cyrillic.
  expect(await status('ѕсоре')).toBe(409);
  expect(await status('ｓｃｏｐｅ')).toBe(409);
  expect(await status('Scope2')).toBe(200);
});

test('a name that looks like another is answered with both, and what differs', async () => {
  await using world = await openWorld();
  const body = { base_id: world.baseId, new_variant_name: 'defauIt', new_config_name: 'x', parameters: {} };
  expect(await seen(await world.running.send('POST', '/variants/from-base', { body }))).toEqual([
    409,
    {
      detail:
        'The name "defauIt" of a variant looks like "default", which exists: it has I (U+0049) instead of l (U+006C). Choose another name.',
    },
  ]);
});

test('voters have names that nobody takes for another', async () => {
  await using world = await openWorld();
  const created = await createHuman(world);
  const id = fieldOf(created[1], 'id');
  const join = async (name: string) =>
    (await world.running.send('POST', `/human-evaluations/${String(id)}/voters`, { body: { name } })).status;
  expect([await join('Anna'), await join('Аnna'), await join('Anna\u200b'), await join('Аппа')]).toEqual([
    200, 422, 422, 200,
  ]);
});

test('names of old records are found in either normal form, and change nothing about what may be done with them', async () => {
  await using world = await openWorld();
  const { call, running, variantId: variant_id, appId: app_id } = world;
  const rename = async (name: string) =>
    await running.store.db.updateTable('variants').set({ name }).where('id', '=', variant_id).execute();
  await rename('cafe\u0301');
  for (const variant_name of ['café', 'cafe\u0301'])
    expect(await call('listAppVariants', { app_id, variant_name })).toMatchObject([{ variant_id }]);
  const spare = await world.makeVariant();
  const { db } = running.store;
  await db.updateTable('variants').set({ name: ' \u202etuned@1' }).where('id', '=', spare).execute();
  expect(await call('getVariant', { variant_id: spare })).toMatchObject({ variant_name: ' \u202etuned@1' });
  await call('updateVariantMetadata', { variant_id: spare, body: { archived: true } });
  await call('deleteVariant', { variant_id: spare });
});
