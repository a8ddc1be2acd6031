import { expect, test } from 'vitest';
import {
  findLastDeployment,
  insertDeployment,
  readDeployments,
  toDeployment,
} from '../../../../../src/service/deployments/queries/deployments.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

async function openDeployments() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support' },
    { id: 'b', name: 'other' },
  ]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'main' },
    { id: 'y', app_id: 'a', name: 'bold' },
    { id: 'z', app_id: 'b', name: 'main' },
  ]);
  await insertBare(db, 'deployments', [
    { id: '2', app_id: 'a', base_id: 'y', routes: '[]' },
    { id: '1', app_id: 'a', base_id: 'x', routes: '[{"path":"/one"}]' },
    { id: '3', app_id: 'a', base_id: 'x', routes: '[{"path":"/three"}]' },
    { id: '4', app_id: 'b', base_id: 'z', routes: '[]' },
  ]);
  return db;
}

const ALL = { appId: 'a', baseName: undefined };

test("an app's deployments are listed by their ids, of one base or of all", async () => {
  const db = await openDeployments();
  const list = async (baseName: string | undefined, after = '', limit = 9) =>
    (await readDeployments(db, { appId: 'a', baseName }, { after, limit })).map(({ id }) => id);
  expect(await list(undefined)).toEqual(['1', '2', '3']);
  expect([await list('main'), await list(undefined, '1', 1), await list('none')]).toEqual([['1', '3'], ['2'], []]);
  expect((await findLastDeployment(db, ALL))?.id).toBe('3');
  expect((await findLastDeployment(db, { ...ALL, baseName: 'bold' }))?.id).toBe('2');
  expect(await findLastDeployment(db, { ...ALL, baseName: 'none' })).toBeNull();
});

test('a deployment is stored and read back with its names', async () => {
  const db = await openDeployments();
  const stored = await insertDeployment(db, {
    app_id: 'a',
    base_id: 'x',
    artifact_sha256: null,
    url: 'https://x',
    sdk_version: '1.2.3',
    routes: '[{"path":"/"}]',
    evaluators: '{"artifact_sha256":"judges"}',
    created_by: 'ann',
    created_at: 'now',
  });
  expect(toDeployment(stored)).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    app_id: 'a',
    base_id: 'x',
    base_name: 'main',
    artifact_sha256: null,
    url: 'https://x',
    sdk_version: '1.2.3',
    routes: [{ path: '/' }],
    evaluators: { artifact_sha256: 'judges' },
    created_by: 'ann',
    created_at: 'now',
  });
});
