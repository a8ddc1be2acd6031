import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import type { RouteAnswer, RouteSchema } from '../../contract/deployments/route-schema.ts';
import { usageError, type UserError, userError } from '../../foundation/errors/wf-error.ts';
import { resolveConfig } from '../../contract/deployments/route-fields.ts';
import { explainEnding } from './calls/explain-refused-call.ts';
import { callRoute, type CallRouteOptions, type OpenedRoute } from './call-route.ts';
import { type RouteTarget, routesOfEnvironment } from '../environments/list-target-routes.ts';
import { listDeployedRoutes, resolveVariantRevision, showVariant } from '../variants/resolve-variant.ts';
import type { RouteCall } from './parse-route-call.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { resolveEnvironment } from '../environments/resolve-environment.ts';
import { shellWord } from '../../foundation/shell-word.ts';

export type { RouteAnswer };

export interface OpenDeployedOptions
  extends Pick<CallRouteOptions, 'route' | 'signal' | 'limit' | 'runsOnce'>, ResolveAppOptions {
  readonly target: RouteTarget;
}

export interface RunDeployedRouteOptions extends OpenDeployedOptions, Pick<CallRouteOptions, 'onItem'> {
  /** Creates the call from the route's schemas; `undefined`: there is no such route. */
  readonly call: (route: RouteSchema | undefined) => Promise<RouteCall>;
}

/**
 * Calls a deployed route with the configuration of a variant or of an environment.
 *
 * @throws {WF_NOT_FOUND} when there is no such variant, environment or route
 * @throws {WF_UNSUPPORTED} when the service hosts no routes
 * @throws {WF_USAGE} when a configuration is given for an environment, which has its own
 */
export async function runDeployedRoute(options: RunDeployedRouteOptions): Promise<RouteAnswer> {
  const deployed = await openDeployed(options);
  return await deployed.call(await options.call(deployed.schema), options.onItem);
}

/** Opens a deployed route with the configuration of a variant or of an environment. Throws as `runDeployedRoute` does. */
export async function openDeployed(options: OpenDeployedOptions): Promise<OpenedRoute> {
  const { client, target, route, signal, limit, runsOnce } = options;
  const app = await resolveAppId(options);
  await client.require('hosted routes');
  const { routes, variant, configurationOf } =
    target.kind === 'variant'
      ? await openVariant(app, target.variant, options)
      : await openEnvironment(app, target.environment, options);
  const call: OpenedRoute['call'] = async ({ inputs, config }, onItem) => {
    const configuration = await configurationOf(config);
    const answering = callRoute({
      client,
      app,
      route,
      variant,
      inputs,
      configuration,
      routes: routes.map(({ path }) => path),
      onItem,
      runsOnce,
      ...(signal === undefined ? {} : { signal }),
      ...(limit === undefined ? {} : { limit }),
    });
    return await answering.catch((error: unknown) => {
      throw explainEnding(error, ['wf logs']);
    });
  };
  return { schema: findRoute(routes, route), call };
}

interface Target extends Pick<CallRouteOptions, 'variant'> {
  readonly routes: readonly RouteSchema[];
  readonly configurationOf: (given: RouteCall['config']) => Promise<CallRouteOptions['configuration']>;
}

async function openVariant(app: string, typed: string, options: OpenDeployedOptions): Promise<Target> {
  const { client } = options;
  const { variant, revision } = await resolveVariantRevision({ client, app, variant: typed });
  const { variant_name: name } = variant;
  const routes = await listDeployedRoutes(client, app, variant.base_name);
  const route = findRoute(routes, options.route);
  const readStored = async () => {
    const set = setValuesOf(await showVariant({ client, app, variant: typed }));
    // A playground call refuses the fields of other routes.
    return route === undefined ? {} : resolveConfig(route, set);
  };
  let stored: ReturnType<typeof readStored> | undefined;
  return {
    variant: name,
    routes,
    configurationOf: async (given) => {
      if (revision === null && Object.keys(given).length === 0) return { kind: 'variant', variant: name };
      stored ??= readStored();
      return { kind: 'given', config: { ...(await stored), ...given } };
    },
  };
}

async function openEnvironment(app: string, name: string, { client }: OpenDeployedOptions): Promise<Target> {
  const environment = await resolveEnvironment({ client, app, environment: name });
  if (environment.deployed_variant_name === null) throw nothingDeployed(name);
  return {
    variant: environment.deployed_variant_name,
    routes: await routesOfEnvironment(client, app, name),
    configurationOf: async (given) => {
      if (Object.keys(given).length === 0) return { kind: 'environment', environment: name };
      throw usageError(`The environment ${name} has its own configuration: remove --config.`);
    },
  };
}

function findRoute(routes: readonly RouteSchema[], path: string): RouteSchema | undefined {
  return routes.find((route) => route.path === path);
}

function nothingDeployed(environment: string): UserError {
  return userError('WF_NOT_FOUND', `Nothing is deployed to ${environment} yet.`, [
    `wf env deploy ${shellWord(environment)} --variant VARIANT`,
  ]);
}
