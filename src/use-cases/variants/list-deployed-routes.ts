import type { Client } from '../../client/create-client.ts';
import { orUnsupported } from '../../client/public/require-extensions.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';

/** Lists the route schemas deployed on a base; empty if the service does not store schemas. */
export async function listDeployedRoutes(client: Client, app_id: string, base_name: string): Promise<RouteSchema[]> {
  return await orUnsupported(client.listRoutes({ app_id, base_name }), []);
}
