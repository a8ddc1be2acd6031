import { expect, test } from 'vitest';
import {
  deployAndPromoteSteps,
  readDeployTarget,
  requireUnprotected,
} from '../../../../src/use-cases/deployments/deploy-target.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const PRODUCTION = { app_id: 'a-1', name: 'production', revision: null, protection: { gate: { name: 'strict' } } };
const NEW = { sha256: 'new', variant: 'my variant' };

test.each([
  ['a-1', 'production', PRODUCTION],
  ['a-1', 'gone', null],
  ['a-1', null, null],
  [null, 'production', null],
])('of the app %j, the target %j is read if it exists', async (app, name, target) => {
  const { client, calls } = fakeClient({ listAppEnvironments: async () => [PRODUCTION] as never });
  expect(await readDeployTarget(client, app, name)).toEqual(target);
  expect(calls).toHaveLength(app === null || name === null ? 0 : 1);
});

test('what is not protected takes any code', async () => {
  const { client, calls } = fakeClient({});
  await requireUnprotected(client, null, NEW);
  await requireUnprotected(client, { ...PRODUCTION, protection: null } as never, NEW);
  expect(calls).toEqual([]);
});

test('a protected environment does not take new code', async () => {
  const { client } = fakeClient({});
  await expect(requireUnprotected(client, PRODUCTION as never, NEW)).rejects.toMatchObject({
    code: 'WF_PROTECTED',
    message: 'Environment "production" is protected: new code has not passed the gate strict yet.',
    nextSteps: deployAndPromoteSteps(PRODUCTION, 'my variant'),
  });
  expect(deployAndPromoteSteps(PRODUCTION, 'my variant')[0]).toBe("wf deploy --variant 'my variant'");
  expect(deployAndPromoteSteps(PRODUCTION, 'my variant').length).toBeGreaterThan(1);
});
