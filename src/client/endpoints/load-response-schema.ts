import type * as z from 'zod';
import { ENDPOINT_ROUTES } from '../../contract/endpoint-routes.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { loadEndpoints } from '../../contract/load-endpoints.ts';
import { BugError } from '../../foundation/errors/wf-error.ts';

/** Loads the schema of an endpoint's response, with the others of its feature. */
export async function loadResponseSchema(name: EndpointName): Promise<z.ZodType> {
  const { [name]: endpoint } = await loadEndpoints(ENDPOINT_ROUTES[name].feature);
  const response = endpoint?.response ?? null;
  if (response === null || !('safeParse' in response)) throw new BugError(`The response of ${name} has no schema.`);
  return response;
}
