import { ROUTES, type World } from './service-world.ts';
import { seen } from './open-world.ts';

export const GATE = { name: 'release.gate.yaml', content: 'rules: [{ metric: exact_match, minimum: 0.8 }]\n' };
export const GOOD = Array.from({ length: 10 }, () => true);
export const BAD = Array.from({ length: 10 }, (_, index) => index < 5);

export const deploy = async ({ running, variantId }: World, body: Record<string, unknown>, headers = {}) =>
  await seen(
    await running.send('POST', '/environments/deploy', {
      body: { environment_name: 'production', variant_id: variantId, ...body },
      headers,
    }),
  );

export const protect = async ({ running, appId }: World, gate: unknown) =>
  await seen(await running.send('PUT', `/apps/${appId}/environments/production/protection`, { body: { gate } }));

export const rollback = async ({ running, appId }: World, revision?: number, headers = {}) =>
  await seen(
    await running.send('POST', '/environments/production/rollback', {
      body: { app_id: appId, revision: revision ?? null },
      headers,
    }),
  );

export const history = async ({ call, appId }: World) =>
  (await call('getEnvironmentRevisions', { app_id: appId, environment_name: 'production' })).revisions;

/** Deploys the same code with the routes `/classify` and `/draft`, too. */
export async function addRoutes({ call, appId, sha256 }: World): Promise<void> {
  const named = (path: string) => ROUTES.map((route) => ({ ...route, path, name: path.slice(1) }));
  const routes = [...named('/classify'), ...named('/draft')];
  const body = { variant_name: 'default', artifact_sha256: sha256, routes, sdk_version: '0.1.0' };
  await call('createDeployment', { app_id: appId, body });
}
