import * as z from 'zod';
import { type Endpoint, isBytes } from '../../contract/endpoint/endpoint.ts';
import { extensionsOf } from '../../contract/endpoint/extension.ts';
import { type EndpointName, ENDPOINTS } from '../../contract/endpoints.ts';
import { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import type { ClientEndpoint, ClientTable } from './client-endpoint.ts';
import { toShape } from './to-shape.ts';

/** Creates the client's table from the endpoint table, as plain data. */
export function createClientTable(): ClientTable {
  const entries = Object.entries(ENDPOINTS).map(([name, endpoint]) => [name, toClientEndpoint(endpoint)]);
  return {
    // The keys come from the same table as the type.
    endpoints: Object.fromEntries(entries) as Record<EndpointName, ClientEndpoint>,
    shapes: { routeAnswer: toShape(RouteAnswer) },
  };
}

function toClientEndpoint(endpoint: Endpoint): ClientEndpoint {
  const { method, path, response } = endpoint;
  const answer = response === null ? 'nothing' : isBytes(response) ? 'bytes' : toShape(response);
  return { method, path, answer, ...toExtensions(endpoint) };
}

function toExtensions({ source, query, body }: Endpoint): Partial<ClientEndpoint> {
  if (source === 'wf') return { isExtension: true };
  const { needed, ignorable } = extensionsOf(query.shape);
  const fields = body instanceof z.ZodObject ? extensionsOf(body.shape).needed : [];
  return {
    ...(needed.length === 0 ? {} : { extendedQuery: needed }),
    ...(fields.length === 0 ? {} : { extendedBody: fields }),
    ...(ignorable.length === 0 ? {} : { ignorable }),
  };
}
