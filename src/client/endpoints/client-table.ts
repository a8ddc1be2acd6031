import type { EndpointName } from '../../contract/endpoints.ts';
import type { ClientEndpoint, ClientTable } from './client-endpoint.ts';
import { createClientTable } from './create-client-table.ts';

/**
 * The contract as the client needs it. The build puts finished data here, so that the installed program neither loads
 * zod nor builds a schema to make a request, and reads no more of the table than the endpoint that it calls.
 */
const TABLE: ClientTable = createClientTable();

/** The names of all endpoints. */
// Made entry by entry from the table that the type of names comes from.
export const ENDPOINT_NAMES = Object.keys(TABLE.endpoints) as EndpointName[];

export function endpointNamed(name: EndpointName): ClientEndpoint {
  return TABLE.endpoints[name];
}

export function shapeNamed(name: keyof ClientTable['shapes']): ClientTable['shapes'][typeof name] {
  return TABLE.shapes[name];
}
