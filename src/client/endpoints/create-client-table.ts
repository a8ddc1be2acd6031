import { type Endpoint, isBytes } from '../../contract/endpoint/endpoint.ts';
import { type EndpointName, ENDPOINTS } from '../../contract/endpoints.ts';
import { RouteAnswer } from '../../contract/deployments/route-answer.ts';
import { ValidationError } from '../../contract/validation/validation-error.ts';
import type { ClientEndpoint, ClientTable } from './client-endpoint.ts';
import { toShape } from './to-shape.ts';

/** Creates the client's table from the endpoint table, as plain data. */
export function createClientTable(): ClientTable {
  const entries = Object.entries(ENDPOINTS).map(([name, endpoint]) => [name, toClientEndpoint(endpoint)]);
  return {
    // The keys come from the same table as the type.
    endpoints: Object.fromEntries(entries) as Record<EndpointName, ClientEndpoint>,
    shapes: { routeAnswer: toShape(RouteAnswer), validationError: toShape(ValidationError) },
  };
}

function toClientEndpoint({ method, path, response }: Endpoint): ClientEndpoint {
  if (response === null) return { method, path, answer: 'nothing' };
  return { method, path, answer: isBytes(response) ? 'bytes' : toShape(response) };
}
