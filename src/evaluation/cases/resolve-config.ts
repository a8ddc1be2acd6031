import { propertiesOf } from '../../contract/deployments/route-fields.ts';
import { parametersOfRoute } from '../../contract/variants/route-parameters.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';

/**
 * Merges a route's defaults with a variant's parameters, the route's own before those of all routes. A route without a
 * schema may read any parameter, so it gets them all, but no other route's own.
 */
export function resolveConfig(route: RouteSchema, parameters: Parameters): Parameters {
  const values = parametersOfRoute(parameters, route.path);
  if (route.config === null) return values;
  const fields = propertiesOf(route);
  const own = Object.entries(values).filter(([name]) => Object.hasOwn(fields, name));
  return { ...route.defaults, ...Object.fromEntries(own) };
}
