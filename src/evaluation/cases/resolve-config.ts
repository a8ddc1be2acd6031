import { propertiesOf } from '../../contract/deployments/check-parameters.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';

/**
 * Merges a route's defaults with a variant's parameters. A route without a schema may read any parameter, so it gets them
 * all.
 */
export function resolveConfig(route: RouteSchema, parameters: Parameters): Parameters {
  if (route.config === null) return parameters;
  const fields = propertiesOf(route);
  const own = Object.entries(parameters).filter(([name]) => Object.hasOwn(fields, name));
  return { ...route.defaults, ...Object.fromEntries(own) };
}
