import type { VariantField } from './variant-results.ts';
import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { readValues } from './fields/read-values.ts';
import { listDeployedRoutes } from './resolve-variant.ts';

/** Lists the values of a variant by field; only those that are stored, if the service does not store route schemas. */
export async function showVariantFields(
  client: Client,
  { app_id, base_name, parameters }: AppVariantResponse,
): Promise<VariantField[]> {
  const routes = await listDeployedRoutes(client, app_id, base_name);
  const values = readValues({ parameters: parameters ?? {}, routes });
  return [...values].map(([field, { route, value, isDefault }]) => ({ field, route, value, is_default: isDefault }));
}
