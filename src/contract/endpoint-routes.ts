import { createEndpointRoutes, type EndpointRoute } from './endpoint/create-endpoint-routes.ts';
import { type EndpointName, type Feature, FEATURES } from './endpoints.ts';

/**
 * Feature, method, path and role of every endpoint. The build replaces this by plain data, so that a service finds an
 * endpoint without the schemas of all.
 */
// The names come from the same tables as the type.
export const ENDPOINT_ROUTES = createEndpointRoutes(FEATURES) as Readonly<Record<EndpointName, EndpointRoute<Feature>>>;
