import { expect, test } from 'vitest';
import {
  getBaseConfig,
  getDeployedConfig,
  getVariantByEnvironment,
  revertDeployment,
  saveBaseConfig,
} from '../../../../../src/service/environments/operations/base-configs.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openOperations } from '../../../../helpers/open-operations.ts';

/** Two bases: `production` ran revision 1 of the configuration `c` of the first, and runs revision 2. */
async function openConfigs() {
  const opened = await openOperations();
  const { db } = opened;
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'main' },
    { id: 'y', app_id: 'a', name: 'other' },
  ]);
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'a', base_id: 'x', name: 'first', config_name: 'c', newest_revision: 2 },
    { id: 'w', app_id: 'a', base_id: 'x', name: 'second', config_name: 'empty', newest_revision: 1 },
  ]);
  await insertBare(db, 'variant_revisions', [
    { id: 'v1', variant_id: 'v', revision: 1, parameters: '{"words":1}' },
    { id: 'v2', variant_id: 'v', revision: 2, parameters: '{"words":2}' },
    { id: 'w1', variant_id: 'w', revision: 1, parameters: '{}' },
  ]);
  await insertBare(db, 'environments', [{ id: 'p', app_id: 'a', name: 'production' }]);
  await insertBare(db, 'environment_revisions', [
    { id: 'p1', environment_id: 'p', revision: 1, variant_revision_id: 'v1' },
    { id: 'p2', environment_id: 'p', revision: 2, variant_revision_id: 'v2' },
  ]);
  const running = async () => await getVariantByEnvironment.run({ app_id: 'a', environment: 'production' }, context);
  const { context } = opened;
  return { ...opened, running };
}

test('a configuration is read by its name or by what an environment runs', async () => {
  const { context } = await openConfigs();
  const newest = { config_name: 'c', current_version: 2, parameters: { words: 2 } };
  expect(await getBaseConfig.run({ base_id: 'x', config_name: 'c' }, context)).toEqual(newest);
  expect(await getBaseConfig.run({ base_id: 'x', environment_name: 'production' }, context)).toEqual(newest);
  const old = { config_name: 'c', current_version: 1, parameters: { words: 1 } };
  expect(await getDeployedConfig.run({ deployment_revision_id: 'p1' }, context)).toEqual(old);
});

test('a configuration that is not there is refused with those that are', async () => {
  const { context } = await openConfigs();
  await expect(getBaseConfig.run({ base_id: 'x', config_name: 'none' }, context)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No configuration is called "none". Available: c, empty.',
  });
  await expect(getBaseConfig.run({ base_id: 'y', environment_name: 'production' }, context)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'Environment "production" does not run base "other".',
  });
  const msg = 'Name a configuration or an environment';
  await expect(getBaseConfig.run({ base_id: 'x' }, context)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['query', 'config_name'], msg, type: 'missing' }],
  });
});

const save = { base_id: 'x', parameters: { words: 9 }, overwrite: false };

test('a new configuration is saved as a variant of the base, and not deployed', async () => {
  const { context, db, running } = await openConfigs();
  expect(await saveBaseConfig.run({ body: { ...save, config_name: 'bold' } }, context)).toBeNull();
  expect(await getBaseConfig.run({ base_id: 'x', config_name: 'bold' }, context)).toMatchObject({ current_version: 1 });
  expect(await running()).toMatchObject({ variant_id: 'v', revision: 2 });
  const added = await db.selectFrom('variants').select(['name', 'base_id']).where('config_name', '=', 'bold').execute();
  expect(added).toEqual([{ name: 'bold', base_id: 'x' }]);
});

test('a configuration with parameters is replaced and deployed only on request', async () => {
  const { context, contextOf, running } = await openConfigs();
  const body = { ...save, config_name: 'c' };
  await expect(saveBaseConfig.run({ body }, context)).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'Configuration "c" exists: choose another name, or set overwrite.',
  });
  const author = contextOf({ principal: { id: 'k', name: 'ben', role: 'author' } });
  await expect(saveBaseConfig.run({ body: { ...body, overwrite: true } }, author)).rejects.toMatchObject({
    code: 'WF_NOT_ALLOWED',
    message: 'This requires the role operator; the key "ben" has the role author.',
  });
  await saveBaseConfig.run({ body: { ...body, overwrite: true } }, context);
  expect(await running()).toMatchObject({ variant_id: 'v', revision: 3, parameters: { words: 9 } });
  await saveBaseConfig.run({ body: { ...save, config_name: 'empty' } }, context);
  expect(await running()).toMatchObject({ variant_id: 'w', revision: 2, parameters: { words: 9 } });
});

test('an environment goes back to a revision by its id', async () => {
  const { context, contextOf, running } = await openConfigs();
  expect(await revertDeployment.run({ deployment_revision_id: 'p1' }, context)).toBe(
    'Environment production runs revision 1 again, as revision 3.',
  );
  expect(await running()).toMatchObject({ variant_id: 'v', revision: 1, parameters: { words: 1 } });
  const principal = { id: 'k', name: 'ben', role: 'operator', appIds: ['b'] } as const;
  for (const operation of [revertDeployment, getDeployedConfig]) {
    const other = operation.run({ deployment_revision_id: 'p1' }, contextOf({ principal }));
    await expect(other).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
  }
});
