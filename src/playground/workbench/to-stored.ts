import { splitRoutes } from '../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { hasValue, sectionOf } from '../../contract/variants/route-parameters.ts';
import type { Parameters } from '../../contract/variants/variant.ts';

export interface ToStoredOptions {
  /** The configuration of the route. */
  readonly config: Parameters;
  /** The parameters that it started from. */
  readonly before: Parameters;
}

/**
 * Returns what to store for the configuration of a route: under its path the fields that routes declare differently, and
 * those that had a value there; the others for all routes. A service replaces what is stored under a path.
 */
export function toStored(
  routes: readonly RouteSchema[],
  path: string,
  { config, before }: ToStoredOptions,
): Parameters {
  const isOwn = (field: string) =>
    splitRoutes(routes, field).includes(path) || hasValue(before, { route: path, field });
  const shared = Object.entries(config).filter(([field]) => !isOwn(field));
  const own = Object.entries(config).filter(([field]) => isOwn(field));
  if (own.length === 0) return config;
  return { ...Object.fromEntries(shared), [path]: { ...sectionOf(before, path), ...Object.fromEntries(own) } };
}
