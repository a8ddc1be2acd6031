import { expect, test } from 'vitest';
import { listTargetRoutes, routesOfEnvironment } from '../../../../src/use-cases/environments/list-target-routes.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const routes = (path: string) => [{ path }] as never;
const world = (deployment: string | null) =>
  fakeClient({
    getEnvironmentRevisions: async () =>
      ({
        revision: 2,
        revisions: [
          { revision: 1, deployment: 'd-1' },
          { revision: 2, deployment },
        ],
      }) as never,
    listDeployments: async () =>
      [
        { id: 'd-1', routes: routes('/old') },
        { id: 'd-2', routes: routes('/pinned') },
      ] as never,
    listRoutes: async () => routes('/newest'),
  });

test.each([
  ['d-2', '/pinned'],
  ['d-1', '/old'],
  ['d-9', '/newest'],
  [null, '/newest'],
])('an environment that pins the deployment %j has the routes %s', async (deployment, path) => {
  const { client, calls } = world(deployment);
  expect(await routesOfEnvironment(client, 'a-1', 'production')).toEqual([{ path }]);
  expect(calls[0]?.input).toEqual({ app_id: 'a-1', environment_name: 'production' });
  const target = { kind: 'environment', environment: 'production' } as const;
  expect(await listTargetRoutes(client, 'a-1', target)).toEqual([{ path }]);
});

test('another service has no hosted routes', async () => {
  const { client, calls } = fakeClient({ extensions: async () => null });
  const lacking = { message: 'This service lacks hosted routes, an extension of wf.' };
  const target = { kind: 'variant', variant: 'default' } as const;
  await expect(listTargetRoutes(client, 'a-1', target)).rejects.toMatchObject(lacking);
  expect(calls).toEqual([]);
});
