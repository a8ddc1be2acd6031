import type { Client } from '../../client/create-client.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { listDeployedRoutes, resolveVariantRevision } from '../variants/resolve-variant.ts';
import { usageError } from '../../foundation/errors/wf-error.ts';

/** Whose configuration a call of a deployed route has. */
export type RouteTarget =
  | { readonly kind: 'variant'; readonly variant: string }
  | { readonly kind: 'environment'; readonly environment: string };

/** Lists the routes that calls of a variant or of an environment reach. */
export async function listTargetRoutes(
  client: Client,
  app_id: string,
  target: RouteTarget,
): Promise<readonly RouteSchema[]> {
  await client.require('hosted routes');
  if (target.kind === 'environment') return await routesOfEnvironment(client, app_id, target.environment);
  const { variant } = await resolveVariantRevision({ client, app: app_id, variant: target.variant });
  return await listDeployedRoutes(client, app_id, variant.base_name);
}

/** An environment pins a deployment, whose routes may be older than the newest. */
export async function routesOfEnvironment(
  client: Client,
  app_id: string,
  name: string,
): Promise<readonly RouteSchema[]> {
  const { revision, revisions } = await client.getEnvironmentRevisions({ app_id, environment_name: name });
  const pinned = revisions.find((one) => one.revision === revision)?.deployment;
  await client.require('hosted routes');
  const deployment = (await client.listDeployments({ app_id })).find(({ id }) => id === pinned);
  return deployment?.routes ?? (await client.listRoutes({ app_id }));
}

/** Splits `NAME=VALUE`; the value is `null` where there is no `=`. @throws {WF_USAGE} when there is no name */
export function parseVariable(text: string): { name: string; value: string | null } {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  if (name !== '') return { name, value: at === -1 ? null : text.slice(at + 1) };
  throw usageError('The variable has no name before "=".', [
    'wf env vars set NAME=VALUE',
    'wf env vars set NAME < FILE',
  ]);
}
