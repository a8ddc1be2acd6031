import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/foundation/errors/wf-error.ts';
import {
  describeRunning,
  describeRunningIn,
  listEnvironmentRevisions,
  readNewestHistory,
} from '../../../../src/use-cases/environments/list-environment-revisions.ts';
import { diffEnvironments } from '../../../../src/use-cases/environments/diff-environments.ts';
import { listTargetRoutes } from '../../../../src/use-cases/environments/list-target-routes.ts';
import { resolveEnvironment } from '../../../../src/use-cases/environments/resolve-environment.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { openWorld } from '../../../helpers/open-world.ts';
import { ROUTES } from '../../../helpers/service-world.ts';

/** A world whose production ran default@1, name-1@1 and default@2; staging ran default@1, development nothing. */
async function openHistory() {
  const world = await openWorld();
  const variant_id = world.variantId;
  const deploy = async (environment_name: string, id: string) =>
    await world.call('deployToEnvironment', { body: { environment_name, variant_id: id } });
  await deploy('staging', variant_id);
  await deploy('production', await world.makeVariant());
  await world.call('updateVariantParameters', { variant_id, body: { parameters: { words: 60 } } });
  await deploy('production', variant_id);
  const scope = { client: clientOf(world.running), app: 'support' };
  return { ...world, scope };
}

test('what an environment runs is described for who is asked to change it', async () => {
  await using world = await openHistory();
  const { client } = world.scope;
  const production = await resolveEnvironment({ ...world.scope, environment: 'production' });
  expect(await describeRunning(client, production)).toBe('default@2');
  const runs = ['staging', 'development', 'unknown'].map(
    async (environment) => await describeRunningIn({ ...world.scope, environment }),
  );
  expect(await Promise.all(runs)).toEqual(['default@1', null, null]);
});

test('the newest revisions of a history are read with the number of all', async () => {
  await using world = await openHistory();
  const read = async (limit: number | null) => {
    const { shown, total } = await readNewestHistory({ ...world.scope, environment: 'production', limit });
    return [shown.map(({ revision }) => revision), total];
  };
  expect(await Promise.all([read(null), read(2), read(1), read(1000)])).toEqual([
    [[1, 2, 3], 3],
    [[2, 3], 3],
    [[3], 3],
    [[1, 2, 3], 3],
  ]);
});

test.each([
  [404, ['wf env show production']],
  [500, ['wf env show production']],
  [503, []],
])('a history that a service answers with %i leads to %j', async (status, nextSteps) => {
  const failed = new ServiceError({ code: 'WF_FAILED', message: 'No.', status });
  const { client } = fakeClient({
    getEnvironmentRevisions: () => Promise.reject(failed),
    listAppEnvironments: async () => [{ name: 'production' }] as never,
  });
  const listing = listEnvironmentRevisions({ client, app: crypto.randomUUID(), environment: 'production' });
  await expect(listing).rejects.toMatchObject({ message: 'No.', status, nextSteps });
});

test('environments and their revisions are compared in code and fields', async () => {
  await using world = await openHistory();
  const diff = async (before: string, after: string | null) =>
    await diffEnvironments({ ...world.scope, before, after });
  const first = { environment: 'production', revision: 1, variant: 'default', variant_revision: 1 };
  const second = { environment: 'production', revision: 2, variant: 'name-1', variant_revision: 1 };
  const third = { environment: 'production', revision: 3, variant: 'default', variant_revision: 2 };
  const staged = { environment: 'staging', revision: 1, variant: 'default', variant_revision: 1 };
  expect(await diff('production', 'staging')).toMatchObject({
    before: { ...third, code: world.sha256 },
    after: staged,
    same_code: true,
    fields: [{ field: 'words', before: 60, after: 50 }],
  });
  expect(await diff('production@1', 'production@3')).toMatchObject({ before: first, after: third });
  expect(await diff('production', null)).toMatchObject({ before: second, after: third });
  expect(await diff('production@2', null)).toMatchObject({ before: first, after: second });
});

test.each<[string, string | null, string, readonly string[]]>([
  [
    'staging',
    null,
    'Environment staging has nothing before revision 1.',
    ['wf env revisions staging', 'wf env diff staging OTHER'],
  ],
  [
    'development',
    'staging',
    'Nothing is deployed to development yet.',
    ['wf env deploy development --variant VARIANT'],
  ],
  [
    'production@9',
    'staging',
    'Environment production has no revision 9. It has 1 to 3.',
    ['wf env revisions production'],
  ],
  [
    'development@1',
    'staging',
    'Environment development has no revision 1. It has none yet.',
    ['wf env revisions development'],
  ],
  ['production', 'stagin@2', 'No environment is called "stagin". Did you mean staging?', ['wf env list']],
])('%s and %s cannot be compared', async (before, after, message, nextSteps) => {
  await using world = await openHistory();
  await expect(diffEnvironments({ ...world.scope, before, after })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message,
    nextSteps,
  });
});

test('an environment has the routes of the code that it pins, a variant those of the newest', async () => {
  await using world = await openWorld();
  const client = clientOf(world.running);
  const more = ROUTES.map((route) => ({ ...route, path: '/more', name: 'more' }));
  await world.call('createDeployment', {
    app_id: world.appId,
    body: {
      variant_name: 'default',
      artifact_sha256: world.sha256,
      routes: [...ROUTES, ...more],
      sdk_version: '0.1.0',
    },
  });
  const routesOf = async (target: Parameters<typeof listTargetRoutes>[2]) =>
    (await listTargetRoutes(client, world.appId, target)).map(({ path }) => path);
  expect(await routesOf({ kind: 'environment', environment: 'production' })).toEqual(['/']);
  expect(await routesOf({ kind: 'environment', environment: 'staging' })).toEqual(['/', '/more']);
  expect(await routesOf({ kind: 'variant', variant: 'default' })).toEqual(['/', '/more']);
});
