import { expect, test } from 'vitest';
import {
  findLastDeployment,
  insertDeployment,
  readDeployments,
  toDeployment,
} from '../../../../../src/service/deployments/queries/deployments.ts';
import { openDeployments } from '../../../../helpers/open-deployments.ts';

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
