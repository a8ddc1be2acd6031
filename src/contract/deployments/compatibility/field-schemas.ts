import { propertiesOf } from '../properties-of.ts';
import type { RouteSchema } from '../route-schema.ts';

export type FieldSchema = Readonly<Record<string, unknown>>;

/** Lists the schemas that routes have for a configuration field; none when no route has it. */
export function schemasOf(routes: readonly RouteSchema[], field: string): FieldSchema[] {
  return routes.flatMap((route) => {
    const properties = propertiesOf(route);
    const schema = Object.hasOwn(properties, field) ? properties[field] : undefined;
    return schema === undefined ? [] : [schema];
  });
}

/** Lists the names of the configuration fields of all routes, each once. */
export function fieldNamesOf(routes: readonly RouteSchema[]): string[] {
  return [...new Set(routes.flatMap((route) => Object.keys(propertiesOf(route))))];
}
