import { listFields, type RouteField } from '../../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { hasValue, listValues, sectionOf, toAddress } from '../../../contract/variants/route-parameters.ts';
import type { AppVariantResponse, Parameters } from '../../../contract/variants/variant.ts';
import type { VariantField } from '../../../contract/develop/configuration-diff.ts';
import type { Client } from '../../../client/create-client.ts';
import { listDeployedRoutes } from '../resolve-variant.ts';

export interface Configured {
  readonly parameters: Parameters;
  /** Empty if the service does not store route schemas. */
  readonly routes: readonly RouteSchema[];
}

export interface ReadValue {
  /** `null`: every route that has the field sees it. */
  readonly route: string | null;
  readonly field: string;
  readonly value: unknown;
  /** Whether it is the code's default rather than stored. */
  readonly isDefault: boolean;
}

/** Lists the fields that have a value, or a declaration, for one route alone. */
export function ownFieldsOf({ parameters, routes }: Configured): string[] {
  const owned = [...listFields(routes), ...listValues(parameters)].filter(({ route }) => route !== null);
  return owned.map(({ field }) => field);
}

/**
 * Lists the values of a configuration by address, as calls see them: the fields in the code's order, then stored values
 * that no route reads.
 *
 * @param own - fields to list for each route; the others are listed once
 */
export function readValues(
  configured: Configured,
  own: ReadonlySet<string> = new Set(ownFieldsOf(configured)),
): Map<string, ReadValue> {
  const { parameters, routes } = configured;
  const fields = listFields(routes).flatMap((field) => toRead(field, parameters, own));
  const names = new Set(fields.map(({ field }) => field));
  const unread = listValues(parameters)
    .filter(({ route, field }) => (route === null ? !names.has(field) : !isRead(fields, route, field)))
    .map((stored) => ({ ...stored, isDefault: false }));
  return new Map([...fields, ...unread].map((value) => [toAddress(value), value]));
}

function isRead(fields: readonly ReadValue[], route: string, field: string): boolean {
  return fields.some((one) => one.route === route && one.field === field);
}

function toRead(declared: RouteField, parameters: Parameters, own: ReadonlySet<string>): ReadValue[] {
  const { field, routes, defaultValue } = declared;
  const read = (route: string | null): ReadValue => {
    const isOwn = route !== null && hasValue(parameters, { route, field });
    const stored = isOwn ? sectionOf(parameters, route) : parameters;
    const isStored = Object.hasOwn(stored, field);
    return { route, field, value: isStored ? stored[field] : defaultValue, isDefault: !isStored };
  };
  return own.has(field) ? routes.map(read) : [read(null)];
}

/** Lists the values of a variant by field; only those that are stored, if the service does not store route schemas. */
export async function showVariantFields(
  client: Client,
  { app_id, base_name, parameters }: AppVariantResponse,
): Promise<VariantField[]> {
  const routes = await listDeployedRoutes(client, app_id, base_name);
  const values = readValues({ parameters: parameters ?? {}, routes });
  return [...values].map(([field, { route, value, isDefault }]) => ({ field, route, value, is_default: isDefault }));
}
