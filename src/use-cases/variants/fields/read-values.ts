import { listFields, type RouteField } from '../../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import {
  hasValue,
  listValues,
  sectionOf,
  toAddress,
  setValuesOf,
} from '../../../contract/variants/route-parameters.ts';
import type { AppVariantResponse, Parameters } from '../../../contract/variants/variant.ts';
import type { VariantField } from '../../../contract/develop/configuration-diff.ts';
import type { Client } from '../../../client/create-client.ts';
import { listDeployedRoutes } from '../resolve-variant.ts';

export interface Configured {
  /** What somebody set. */
  readonly set: Parameters;
  /** Empty if the service does not store route schemas. */
  readonly routes: readonly RouteSchema[];
}

export interface ReadValue {
  /** `null`: every route that has the field sees it. */
  readonly route: string | null;
  readonly field: string;
  readonly value: unknown;
  /** Whether nobody set it, so that it is the code's default. */
  readonly isDefault: boolean;
}

/** Lists the fields that have a value, or a declaration, for one route alone. */
export function ownFieldsOf({ set, routes }: Configured): string[] {
  const owned = [...listFields(routes), ...listValues(set)].filter(({ route }) => route !== null);
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
  const { set, routes } = configured;
  const fields = listFields(routes).flatMap((field) => toRead(field, set, own));
  const names = new Set(fields.map(({ field }) => field));
  const unread = listValues(set)
    .filter(({ route, field }) => (route === null ? !names.has(field) : !isRead(fields, route, field)))
    .map((stored) => ({ ...stored, isDefault: false }));
  return new Map([...fields, ...unread].map((value) => [toAddress(value), value]));
}

function isRead(fields: readonly ReadValue[], route: string, field: string): boolean {
  return fields.some((one) => one.route === route && one.field === field);
}

function toRead(declared: RouteField, set: Parameters, own: ReadonlySet<string>): ReadValue[] {
  const { field, routes, defaultValue } = declared;
  const read = (route: string | null): ReadValue => {
    const isOwn = route !== null && hasValue(set, { route, field });
    const stored = isOwn ? sectionOf(set, route) : set;
    const isStored = Object.hasOwn(stored, field);
    return { route, field, value: isStored ? stored[field] : defaultValue, isDefault: !isStored };
  };
  return own.has(field) ? routes.map(read) : [read(null)];
}

/** Lists the values of a variant by field; only those that are set, if the service does not store route schemas. */
export async function showVariantFields(client: Client, variant: AppVariantResponse): Promise<VariantField[]> {
  const routes = await listDeployedRoutes(client, variant.app_id, variant.base_name);
  const values = readValues({ set: setValuesOf(variant), routes });
  return [...values].map(([field, { route, value, isDefault }]) => ({ field, route, value, is_default: isDefault }));
}
