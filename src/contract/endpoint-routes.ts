import type { Endpoint } from './endpoint/endpoint.ts';
import { type EndpointName, type Feature, FEATURES } from './endpoints.ts';

/** What is known of an endpoint without its schemas. */
export interface EndpointRoute extends Pick<Endpoint, 'method' | 'path' | 'role' | 'reach'> {
  readonly feature: Feature;
}

/**
 * The routes of all endpoints, as plain data. The build replaces this by the finished table, so that a service finds an
 * endpoint without the schemas of all.
 */
export const ENDPOINT_ROUTES: Readonly<Record<EndpointName, EndpointRoute>> = readRoutes();

function readRoutes() {
  // The keys are the features.
  const entries = Object.entries<Readonly<Record<string, Endpoint>>>(FEATURES) as [Feature, Record<string, Endpoint>][];
  const routes = entries.flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(
      ([name, { method, path, role, reach }]) => [name, { feature, method, path, role, reach }] as const,
    ),
  );
  // The names come from the same tables as the type.
  return Object.fromEntries(routes) as Record<EndpointName, EndpointRoute>;
}
