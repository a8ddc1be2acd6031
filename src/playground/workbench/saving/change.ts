import { isSameJson } from '../../text/text-of.ts';
import { resolveConfig, splitRoutes } from '../../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { hasValue, sectionOf, withoutValue } from '../../../contract/variants/route-parameters.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';

/** What a save changes: values, and keys that nobody sets any longer. */
export interface Change {
  readonly parameters: Parameters;
  readonly unset: string[];
}

/** Leaves out the code's defaults that nobody touched, and unsets what returned to them: they follow the code. */
export function toChange(
  routes: readonly RouteSchema[],
  path: string,
  {
    config,
    reset,
    before,
  }: { readonly config: Parameters; readonly reset: readonly string[]; readonly before: Parameters },
): Change {
  const route = routes.find((one) => one.path === path);
  const shown = route === undefined ? {} : resolveConfig(route, before);
  const isSet = (field: string) => Object.hasOwn(before, field) || hasValue(before, { route: path, field });
  const touched = Object.entries(config).filter(
    ([field, value]) => !reset.includes(field) && (isSet(field) || !isSameJson(shown[field], value)),
  );
  const stored = toStored(routes, path, { config: Object.fromEntries(touched), before });
  const kept = reset.reduce((values, field) => withoutValue(values, { route: path, field }), { ...before, ...stored });
  const parameters = Object.hasOwn(kept, path) ? { ...stored, [path]: kept[path] } : without(stored, path);
  const unset = [...reset, path].filter((key) => Object.hasOwn(before, key) && !Object.hasOwn(parameters, key));
  return { parameters, unset };
}

function without(values: Parameters, name: string): Parameters {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}

export function applyChange(before: Parameters, { parameters, unset }: Change): Parameters {
  return { ...unset.reduce(without, before), ...parameters };
}

/**
 * Returns what to store for the configuration of a route: under its path the fields that routes declare differently, and
 * those that had a value there; the others for all routes. A service replaces what is stored under a path.
 *
 * @param config - the configuration of the route
 * @param before - what was set where it started
 */
export function toStored(
  routes: readonly RouteSchema[],
  path: string,
  { config, before }: { readonly config: Parameters; readonly before: Parameters },
): Parameters {
  const isOwn = (field: string) =>
    splitRoutes(routes, field).includes(path) || hasValue(before, { route: path, field });
  const shared = Object.entries(config).filter(([field]) => !isOwn(field));
  const own = Object.entries(config).filter(([field]) => isOwn(field));
  if (own.length === 0) return config;
  return { ...Object.fromEntries(shared), [path]: { ...sectionOf(before, path), ...Object.fromEntries(own) } };
}
