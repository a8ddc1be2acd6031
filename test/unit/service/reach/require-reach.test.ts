import { expect, test } from 'vitest';
import type { Principal } from '../../../../src/service/operation/operation.ts';
import { refs } from '../../../../src/service/reach/record-ref.ts';
import { requireReach } from '../../../../src/service/reach/require-reach.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

/** Two apps with a variant each. */
async function openApps() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support' },
    { id: 'b', name: 'other' },
  ]);
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'a', name: 'main', config_name: 'v' },
    { id: 'w', app_id: 'b', name: 'main', config_name: 'w' },
  ]);
  return async (appIds: readonly string[] | undefined, name: Parameters<typeof requireReach>[2], input: object) => {
    const principal: Principal = { id: 'k', name: 'ci', role: 'operator', ...(appIds === undefined ? {} : { appIds }) };
    await requireReach(db, principal, name, input as Readonly<Record<string, unknown>>); // parameters of the endpoint
  };
}

test('a key of all apps reaches everything, even what does not exist', async () => {
  const reach = await openApps();
  await expect(reach(undefined, 'getVariant', { variant_id: 'none' })).resolves.toBeUndefined();
  await expect(reach(undefined, 'createApp', {})).resolves.toBeUndefined();
});

test('a key of some apps reaches their records, and what every key may ask', async () => {
  const reach = await openApps();
  await expect(reach(['a', 'c'], 'getVariant', { variant_id: 'v' })).resolves.toBeUndefined();
  await expect(reach(['a'], 'listApps', {})).resolves.toBeUndefined();
  await expect(reach(['a'], 'getHealth', {})).resolves.toBeUndefined();
});

test.each(['w', 'none'])('the record %s is like none', async (id) => {
  const reach = await openApps();
  await expect(reach(['a'], 'getVariant', { variant_id: id })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: `The apps of this key have no variant "${id}".`,
    details: { kind: 'variant', id },
  });
});

test('what concerns all apps requires a key of all', async () => {
  const reach = await openApps();
  await expect(reach(['a'], 'createApp', { body: { app_name: 'new' } })).rejects.toMatchObject({
    code: 'WF_NOT_ALLOWED',
    message: 'This requires a key of all apps; the key "ci" reaches only some.',
  });
});

test('bundles are left to the operations that name them; other records of the request are not', async () => {
  const reach = await openApps();
  const body = { artifact_sha256: 'unknown' };
  await expect(reach(['a'], 'createDeployment', { app_id: 'a', body })).resolves.toBeUndefined();
  await expect(reach(['a'], 'createDeployment', { app_id: 'b', body })).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
});

test('ids that a request leaves out name no records', () => {
  expect(refs('variant', 'v', null, undefined, '')).toEqual([
    { kind: 'variant', id: 'v' },
    { kind: 'variant', id: '' },
  ]);
});
