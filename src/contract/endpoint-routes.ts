import * as z from 'zod';
import { type Endpoint, extensionsOf, isBytes } from './endpoint/endpoint.ts';
import { type EndpointName, type Feature, FEATURES } from './endpoints.ts';

/** What is known of an endpoint without its schemas. */
export interface EndpointRoute extends Pick<Endpoint, 'method' | 'path' | 'role' | 'reach'> {
  readonly feature: Feature;
  /** Kind of the response's body. */
  readonly answer: 'list' | 'record' | 'bytes' | 'nothing';
  /** Whether the endpoint is ours. */
  readonly isExtension?: true;
  /** Query parameters of ours. */
  readonly extendedQuery?: readonly string[];
  /** Fields of the body of ours. */
  readonly extendedBody?: readonly string[];
  /** Query parameters of ours that another service may ignore. */
  readonly ignorable?: readonly string[];
}

/**
 * The routes of all endpoints, as plain data. The build replaces this by the finished table: the client sends a request,
 * and a service finds an endpoint, without the schemas of all.
 */
export const ENDPOINT_ROUTES: Readonly<Record<EndpointName, EndpointRoute>> = readRoutes();

function readRoutes() {
  // The keys are the features.
  const entries = Object.entries<Readonly<Record<string, Endpoint>>>(FEATURES) as [Feature, Record<string, Endpoint>][];
  const routes = entries.flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [name, toRoute(feature, endpoint)] as const),
  );
  // The names come from the same tables as the type.
  return Object.fromEntries(routes) as Record<EndpointName, EndpointRoute>;
}

function toRoute(feature: Feature, endpoint: Endpoint): EndpointRoute {
  const { method, path, role, reach, response } = endpoint;
  return { feature, method, path, role, reach, answer: answerOf(response), ...toExtensions(endpoint) };
}

function answerOf(response: Endpoint['response']): EndpointRoute['answer'] {
  if (response === null) return 'nothing';
  if (isBytes(response)) return 'bytes';
  return response instanceof z.ZodArray ? 'list' : 'record';
}

function toExtensions({ source, query, body }: Endpoint): Partial<EndpointRoute> {
  if (source === 'wf') return { isExtension: true };
  const { needed, ignorable } = extensionsOf(query.shape);
  const fields = body instanceof z.ZodObject ? extensionsOf(body.shape).needed : [];
  return {
    ...(needed.length === 0 ? {} : { extendedQuery: needed }),
    ...(fields.length === 0 ? {} : { extendedBody: fields }),
    ...(ignorable.length === 0 ? {} : { ignorable }),
  };
}
