import type { RouteSchema } from './route-schema.ts';

/** The properties of a route's configuration schema, by field name. */
export function propertiesOf(route: RouteSchema): Record<string, Record<string, unknown>> {
  // A configuration schema is an object schema; it was checked when the bundle was read.
  return (route.config?.['properties'] ?? {}) as Record<string, Record<string, unknown>>;
}
