import { expect, test } from 'vitest';
import {
  addConfig,
  commitConfig,
  deployConfig,
  forkConfig,
  named,
} from '../../../../../src/service/environments/operations/change-configs.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';

/** Three apps with two bases, with one, and with none. The variant `main` of the second has two revisions. */
async function openConfigs() {
  const opened = await openOperations();
  const { db } = opened;
  await insertBare(db, 'apps', [
    { id: 'a', name: 'several' },
    { id: 'b', name: 'one', created_at: 'then', updated_at: 'later' },
    { id: 'c', name: 'none' },
  ]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'main' },
    { id: 'y', app_id: 'a', name: 'other' },
    { id: 'z', app_id: 'b', name: 'main' },
  ]);
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'b', base_id: 'z', name: 'main', config_name: 'c', newest_revision: 2 },
  ]);
  await insertBare(db, 'variant_revisions', [
    { id: 'v1', variant_id: 'v', revision: 1, parameters: '{"words":1}' },
    { id: 'v2', variant_id: 'v', revision: 2, parameters: '{"words":2}' },
  ]);
  await insertBare(db, 'environments', [{ id: 'l', app_id: 'b', name: 'live' }]);
  return opened;
}

const invalid = (loc: readonly string[], msg: string) => ({
  code: 'WF_INVALID_INPUT',
  message: `${msg}.`,
  details: [{ loc: ['body', ...loc], msg, type: 'missing' }],
});

test('a configuration is added to the only base of its app', async () => {
  const { context, db } = await openConfigs();
  const body = { application_ref: { slug: 'one' }, variant_ref: { slug: 'bold' } };
  expect(await addConfig.run({ body }, context)).toMatchObject({
    params: {},
    url: null,
    application_ref: { slug: 'one', version: null, id: 'b' },
    variant_ref: { slug: 'bold', version: 1 },
    environment_ref: null,
    application_lifecycle: { created_at: 'then', updated_at: 'later', updated_by_id: null, updated_by: null },
    variant_lifecycle: { created_at: NOW, updated_at: NOW, updated_by_id: 'k', updated_by: 'ann' },
  });
  const added = await db.selectFrom('variants').select(['name', 'base_id']).where('config_name', '=', 'bold').execute();
  expect(added).toEqual([{ name: 'bold', base_id: 'z' }]);
});

test.each([
  ['several', 'App "several" has several bases: fork a configuration, or add a variant from a base.'],
  ['none', 'App "none" has no code yet: fork a configuration, or add a variant from a base.'],
])('a configuration cannot be added to the app %s', async (slug, message) => {
  const { context } = await openConfigs();
  const body = { application_ref: { slug }, variant_ref: { slug: 'bold' } };
  await expect(addConfig.run({ body }, context)).rejects.toMatchObject({ code: 'WF_CONFLICT', message });
});

test.each([null, ''])('a new configuration has a name, not %j', async (slug) => {
  const { context } = await openConfigs();
  const body = { application_ref: { slug: 'one' }, variant_ref: { slug } };
  const refusal = invalid(['variant_ref', 'slug'], 'Field required');
  await expect(addConfig.run({ body }, context)).rejects.toMatchObject(refusal);
});

test('a fork has the parameters of its origin and a name of its own', async () => {
  const { context } = await openConfigs();
  const fork = await forkConfig.run({ body: { variant_ref: { id: 'v1' } } }, context);
  expect(fork).toMatchObject({
    params: { words: 1 },
    variant_ref: { slug: expect.stringMatching(/^c_[\da-f]{8}$/), version: 1 },
  });
});

test('a commit changes the newest revision, whichever it names', async () => {
  const { context } = await openConfigs();
  const config = {
    params: { words: 9 },
    variant_ref: { slug: 'c', version: 1 },
    application_ref: { slug: 'one' },
  };
  expect(await commitConfig.run({ body: { config } }, context)).toMatchObject({
    params: { words: 9 },
    variant_ref: { slug: 'c', version: 3 },
  });
  const refusal = invalid(['config', 'variant_ref'], 'Field required');
  const nothing = { body: { config: { ...config, variant_ref: null } } };
  await expect(commitConfig.run(nothing, context)).rejects.toMatchObject(refusal);
});

test('a configuration is deployed to the environment that the request names', async () => {
  const { context } = await openConfigs();
  const deploy = async (environment_ref: { slug: string | null }) =>
    await deployConfig.run({ body: { variant_ref: { id: 'v1' }, environment_ref } }, context);
  expect(await deploy({ slug: 'live' })).toMatchObject({
    params: { words: 1 },
    variant_ref: { slug: 'c', version: 1, id: 'v1' },
    environment_ref: { slug: 'live', version: 1 },
    environment_lifecycle: { created_at: NOW, updated_at: NOW, updated_by_id: null, updated_by: 'ann' },
  });
  const refusal = invalid(['environment_ref'], 'The reference names no environment');
  await expect(deploy({ slug: null })).rejects.toMatchObject(refusal);
});

test('a reference names a variant by name or id', () => {
  for (const variant_ref of [{ slug: 'c' }, { id: 'v' }]) expect(named({ variant_ref })).toEqual({ variant_ref });
  const refusal = expect.objectContaining(invalid(['variant_ref'], 'The reference names no variant'));
  expect(() => named({ variant_ref: {} })).toThrow(refusal);
});
