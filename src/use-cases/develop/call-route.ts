import { parseExactNumbers } from '../../contract/validation/exact-json.ts';
import { DEPLOY_STEP, ROUTES_STEP, ServiceError } from '../../foundation/errors/wf-error.ts';
import type { RouteAnswer } from '../../client/calls/direct-calls.ts';
import type { Client } from '../../client/create-client.ts';
import { notFound } from '../../foundation/closest-names.ts';
import type { CallLimit } from './calls/call-limit.ts';
import { explainConfig, explainTimeout } from './calls/explain-refused-call.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { BuildWarning } from '../../foundation/build-warning.ts';
import type { RouteCall } from './parse-route-call.ts';

export interface CallRouteOptions {
  readonly client: Client;
  /** Name or id of the app. */
  readonly app: string;
  /** Name or id of the variant whose code answers a playground call; `default` if an environment decides. */
  readonly variant: string;
  /** Path of the route, `/` for the entrypoint. */
  readonly route: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** How the configuration is found: given in the call, or stored under a variant or an environment. */
  readonly configuration:
    | { readonly kind: 'given'; readonly config: Readonly<Record<string, unknown>> }
    | { readonly kind: 'variant'; readonly variant: string }
    | { readonly kind: 'environment'; readonly environment: string };
  /** Existing paths, for suggestions when this one does not exist. */
  readonly routes: readonly string[];
  /** @defaultValue the client's own time limit */
  readonly limit?: CallLimit;
  readonly signal?: AbortSignal;
  /** Whether the workflow's code runs only once, so that what it costs is known. @defaultValue false */
  readonly runsOnce?: boolean | undefined;
  /** Handles each item of a streamed answer; the next item is read when it is done. */
  readonly onItem?: ((item: unknown) => Promise<void>) | undefined;
}

/**
 * Calls a route: through its playground endpoint with a given configuration, otherwise through its deployed endpoint.
 *
 * @source seed §4.6, design §4
 */
export async function callRoute(options: CallRouteOptions): Promise<RouteAnswer> {
  const { client, app, variant, signal, limit, runsOnce, onItem } = options;
  requireRoute(options.route, options.routes);
  const call = {
    app,
    variant,
    path: endpointPath(options),
    body: requestBody(options),
    runsOnce,
    ...(signal === undefined ? {} : { signal }),
    ...(limit === undefined ? {} : { timeoutMs: limit.timeoutMs }),
  };
  try {
    return onItem === undefined ? await client.callRoute(call) : await readStream(client.streamRoute(call), onItem);
  } catch (error) {
    throw limit === undefined ? explainConfig(error) : explainTimeout(explainConfig(error), options.route, limit);
  }
}

/** Reads a streamed answer: the items, then the whole answer as without streaming. */
async function readStream(
  events: ReturnType<Client['streamRoute']>,
  onItem: (item: unknown) => Promise<void>,
): Promise<RouteAnswer> {
  for await (const { event, data } of events) {
    const value = parseExactNumbers(data);
    // The client and the runtime define the data of each event.
    if (event === 'result') return value as RouteAnswer;
    if (event === 'error') throw streamFailed(value as StreamFailure);
    await onItem(value);
  }
  throw new ServiceError({ code: 'WF_UNREACHABLE', message: 'The answer ended early.', status: null });
}

interface StreamFailure {
  readonly status: number;
  readonly detail: string | { readonly message?: string };
}

function streamFailed({ status, detail }: StreamFailure): ServiceError {
  const reason = typeof detail === 'string' ? detail : (detail.message ?? 'no reason given');
  const message = `The workflow failed during its answer: ${reason.replace(/[.\s]+$/, '')}.`;
  return new ServiceError({
    code: status === 504 ? 'WF_TIMEOUT' : 'WF_ROUTE_FAILED',
    message,
    status,
    details: { detail },
  });
}

function requireRoute(route: string, routes: readonly string[]): void {
  if (routes.includes(route)) return;
  const nextSteps = [routes.length === 0 ? DEPLOY_STEP : ROUTES_STEP];
  throw notFound({ kind: 'route', name: route, available: routes, nextSteps });
}

function endpointPath({ route, configuration }: CallRouteOptions): string {
  const path = route === '/' ? '' : route;
  return configuration.kind === 'given' ? `/playground/run${path}` : `/run${path}?inline=true`;
}

function requestBody({ configuration, inputs }: CallRouteOptions): Record<string, unknown> {
  switch (configuration.kind) {
    case 'given':
      return { ag_config: configuration.config, ...inputs };
    case 'variant':
      return { ...inputs, config: configuration.variant };
    case 'environment':
      return { ...inputs, environment: configuration.environment };
  }
}

/** A route that can be called any number of times, from source or as it is deployed. */
export interface OpenedRoute {
  /** `undefined`: there is no such route, and a call says so. */
  readonly schema: RouteSchema | undefined;
  /** Calls it; values that the configuration lacks are those of the code, or of the variant. */
  readonly call: (call: RouteCall, onItem?: CallRouteOptions['onItem']) => Promise<RouteAnswer>;
  /** The evaluators of the project's source; left out where deployed code is called. */
  readonly own?: OwnEvaluators;
  /** What the build warned of; left out where deployed code is called. */
  readonly warnings?: readonly BuildWarning[];
}

export interface OwnEvaluators {
  readonly schemas: readonly RouteSchema[];
  /** Calls one by its name. @returns what it returned as `data` */
  readonly judge: (name: string, call: RouteCall) => Promise<RouteAnswer>;
}
