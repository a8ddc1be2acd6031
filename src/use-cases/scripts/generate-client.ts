import { DEPLOY_STEP, userError, type UserError } from '../../foundation/errors/wf-error.ts';
import type { GeneratedClient } from './result-schemas/project-results.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { listDeployedRoutes, resolveBase } from '../variants/resolve-variant.ts';
import { findConfiguration } from '../variants/find-configuration.ts';
import { findPinned } from '../variants/resolve-configuration.ts';
import { resolveApp, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { nameMethods, writeClient } from './typed-client/write-client.ts';

export interface GenerateClientOptions extends ResolveAppOptions {
  /** Base whose code to generate the client for; `null`: the only base, or "main". */
  readonly base: string | null;
  /** Environment whose code to use, which may not be the newest; `null`: the newest code. */
  readonly environment: string | null;
}

/**
 * Generates a typed client for the deployed routes of an app.
 *
 * @throws {WF_NOT_FOUND} when nothing is deployed
 * @throws {WF_UNSUPPORTED} when the service stores no route schemas
 */
export async function generateClient(options: GenerateClientOptions): Promise<GeneratedClient> {
  const { app_id, app_name } = await resolveApp(options);
  const { routes, variant } =
    options.environment === null ? await findNewest(app_id, options) : await findOfEnvironment(app_id, options);
  if (routes.length === 0 || variant === null) {
    await options.client.require('route schemas');
    throw noRoutes(app_name);
  }
  return { app: app_name, routes: nameMethods(routes), source: writeClient({ app: app_name, variant, routes }) };
}

interface Code {
  readonly routes: readonly RouteSchema[];
  readonly variant: string | null;
}

async function findNewest(appId: string, { client, base }: GenerateClientOptions): Promise<Code> {
  const { base_id, base_name } = await resolveBase({ client, appId, base });
  const variants = await client.listAppVariants({ app_id: appId });
  const variant = variants.find((one) => one.base_id === base_id)?.variant_name ?? null;
  return { routes: await listDeployedRoutes(client, appId, base_name), variant };
}

async function findOfEnvironment(appId: string, { client, environment }: GenerateClientOptions): Promise<Code> {
  const found = await findConfiguration({ client, app: appId, named: `env:${environment ?? ''}` });
  const deployment = found.code.kind === 'pinned' ? await findPinned(client, appId, found.code.deployment) : null;
  return { routes: deployment?.routes ?? [], variant: found.variant_name };
}

function noRoutes(app: string): UserError {
  return userError('WF_NOT_FOUND', `The service has no route schemas of the app ${JSON.stringify(app)}.`, [
    DEPLOY_STEP,
  ]);
}
