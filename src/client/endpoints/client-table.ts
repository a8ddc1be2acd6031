import type { EndpointName } from '../../contract/endpoints.ts';
import type { ClientEndpoint, ClientTable } from './client-endpoint.ts';
import { createClientTable } from './create-client-table.ts';

/**
 * The parts of the contract that the client uses. The build replaces this by plain data, so that the installed program
 * needs no zod to send a request, and reads only the table entry of the endpoint that it calls.
 */
const TABLE: ClientTable = createClientTable();

/** The names of all endpoints. */
// The keys come from the same table as the type.
export const ENDPOINT_NAMES = Object.keys(TABLE.endpoints) as EndpointName[];

export function endpointNamed(name: EndpointName): ClientEndpoint {
  return TABLE.endpoints[name];
}

export function shapeNamed(name: keyof ClientTable['shapes']): ClientTable['shapes'][typeof name] {
  return TABLE.shapes[name];
}
