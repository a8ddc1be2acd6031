import type { Client } from '../../client/create-client.ts';
import { propertiesOf } from '../../contract/deployments/check-parameters.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { isServiceError } from '../../errors/service-error.ts';
import type { FieldSchema } from '../arguments/parse-assignments.ts';

/** Lists the route schemas that are deployed on a base; a service that keeps none has none. */
export async function deployedRoutes(client: Client, app_id: string, base_name: string): Promise<RouteSchema[]> {
  try {
    return await client.listRoutes({ app_id, base_name });
  } catch (error) {
    // The endpoint is ours: the public service answers 404.
    if (isServiceError(error) && error.status === 404) return [];
    throw error;
  }
}

/** Collects the schemas of all routes' configuration fields, by name. */
export function configFieldsOf(routes: readonly RouteSchema[]): Record<string, FieldSchema> {
  return Object.fromEntries(routes.flatMap((route) => Object.entries(propertiesOf(route))));
}
