import type { RouteAnswer } from '../../client/calls/call-route.ts';
import type { Client } from '../../client/create-client.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { UserError } from '../../errors/wf-error.ts';
import { resolveConfig } from '../../evaluation/cases/resolve-config.ts';
import { explainEnding } from './calls/explain-refused-call.ts';
import { callRoute, type CallRouteOptions } from './call-route.ts';
import { type RouteTarget, routesOfEnvironment } from '../environments/list-target-routes.ts';
import { listDeployedRoutes } from '../variants/list-deployed-routes.ts';
import type { RouteCall } from './parse-route-call.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { resolveEnvironment } from '../environments/resolve-environment.ts';
import { resolveVariantRevision } from '../variants/resolve-variant.ts';
import { showVariant } from '../variants/show-variant.ts';
import { shellWord } from '../../errors/shell-word.ts';
import { requireExtensions } from '../session/require-extensions.ts';

export type { RouteAnswer };

export interface RunDeployedRouteOptions extends Pick<CallRouteOptions, 'route' | 'signal' | 'limit' | 'onItem'> {
  readonly client: Client;
  readonly app: string | null;
  readonly target: RouteTarget;
  /** Creates the call from the route's schemas; `undefined`: there is no such route. */
  readonly call: (route: RouteSchema | undefined) => Promise<RouteCall>;
}

/** The resolved part of a call. */
type Prepared = Pick<CallRouteOptions, 'variant' | 'inputs' | 'configuration' | 'routes'>;

/**
 * Calls a deployed route with the configuration of a variant or of an environment.
 *
 * @throws {WF_NOT_FOUND} when there is no such variant, environment or route
 * @throws {WF_UNSUPPORTED} when the service hosts no routes
 * @throws {WF_USAGE} when a configuration is given for an environment, which has its own
 */
export async function runDeployedRoute(options: RunDeployedRouteOptions): Promise<RouteAnswer> {
  const { client, target, route, signal, limit, onItem } = options;
  const app = await resolveAppId(options);
  await requireExtensions(client, 'hosted routes');
  const prepared =
    target.kind === 'variant'
      ? await prepareForVariant(app, target.variant, options)
      : await prepareForEnvironment(app, target.environment, options);
  const answering = callRoute({
    client,
    app,
    route,
    ...prepared,
    onItem,
    ...(signal === undefined ? {} : { signal }),
    ...(limit === undefined ? {} : { limit }),
  });
  return await answering.catch((error: unknown) => {
    throw explainEnding(error, ['wf logs']);
  });
}

async function prepareForVariant(app: string, typed: string, options: RunDeployedRouteOptions): Promise<Prepared> {
  const { client } = options;
  const { variant, revision } = await resolveVariantRevision({ client, app, variant: typed });
  const routes = await listDeployedRoutes(client, app, variant.base_name);
  const route = findRoute(routes, options.route);
  const { inputs, config } = await options.call(route);
  const call = { variant: variant.variant_name, inputs, routes: pathsOf(routes) };
  if (revision === null && Object.keys(config).length === 0) {
    return { ...call, configuration: { kind: 'variant', variant: variant.variant_name } };
  }
  const { parameters } = await showVariant({ client, app, variant: typed });
  // A playground call refuses the fields of other routes.
  const stored = route === undefined ? {} : resolveConfig(route, parameters ?? {});
  return { ...call, configuration: { kind: 'given', config: { ...stored, ...config } } };
}

async function prepareForEnvironment(app: string, name: string, options: RunDeployedRouteOptions): Promise<Prepared> {
  const { client } = options;
  const environment = await resolveEnvironment({ client, app, environment: name });
  if (environment.deployed_variant_name === null) throw nothingDeployed(name);
  const routes = await routesOfEnvironment(client, app, name);
  const { inputs, config } = await options.call(findRoute(routes, options.route));
  if (Object.keys(config).length > 0) {
    throw new UserError({
      code: 'WF_USAGE',
      message: `The environment ${name} has its own configuration: remove --config.`,
    });
  }
  return {
    variant: environment.deployed_variant_name,
    inputs,
    routes: pathsOf(routes),
    configuration: { kind: 'environment', environment: name },
  };
}

function findRoute(routes: readonly RouteSchema[], path: string): RouteSchema | undefined {
  return routes.find((route) => route.path === path);
}

function pathsOf(routes: readonly RouteSchema[]): string[] {
  return routes.map(({ path }) => path);
}

function nothingDeployed(environment: string): UserError {
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `Nothing is deployed to ${environment} yet.`,
    nextSteps: [`wf env deploy ${shellWord(environment)} --variant VARIANT`],
  });
}
