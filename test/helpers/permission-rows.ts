import type { Endpoint } from '../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../src/contract/endpoints.ts';
import { ENDPOINT_REACH } from '../../src/service/reach/endpoint-reach.ts';

/** Writes the rows of the table of permissions: every endpoint, its least role and its reach. */
export function permissionRows(): string[] {
  return Object.entries<Endpoint>(ENDPOINTS).map(([name, { method, path, role }]) => {
    const reach = ENDPOINT_REACH[name as EndpointName]; // the table's keys are its names
    const shown = typeof reach === 'string' ? reach : typeof reach === 'function' ? 'its app' : 'its app, its bundles';
    return `| \`${method} ${path}\` | ${role ?? 'no key'} | ${shown} |`;
  });
}
