import type { JsonSchema, RouteSchema } from '../../contract/deployments/route-schema.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { boundsOf, choicesOf, type FieldSchema, typeOf } from './describe-schema.ts';
import type { View } from '../layout/view.ts';

export const routeColumns: readonly Column<RouteSchema>[] = [
  { header: 'route', value: ({ path }) => path },
  { header: 'export', value: ({ name }) => name, dropOrder: 3 },
  { header: 'config', value: ({ config }) => fieldNames(config), dropOrder: 2 },
  { header: 'input', value: ({ input }) => (input === null ? 'any' : fieldNames(input)), dropOrder: 1 },
];

export interface ConfigField {
  readonly route: string;
  readonly name: string;
  readonly schema: FieldSchema;
}

export const configFieldColumns: readonly Column<ConfigField>[] = [
  { header: 'route', value: ({ route }) => route },
  { header: 'field', value: ({ name }) => name },
  { header: 'type', value: ({ schema }) => typeOf(schema) },
  { header: 'allowed', value: ({ schema }) => boundsOf(schema) ?? choicesOf(schema), dropOrder: 2 },
  // Last, because a long prompt would push other columns far to the right in plain text.
  { header: 'default', value: ({ schema }) => JSON.stringify(schema['default']), dropOrder: 1 },
];

export function configFields(routes: readonly RouteSchema[]): ConfigField[] {
  return routes.flatMap(({ path, config }) =>
    Object.entries(propertiesOfSchema(config)).map(([name, schema]) => ({ route: path, name, schema })),
  );
}

type Properties = Readonly<Record<string, FieldSchema>>;

function propertiesOfSchema(schema: JsonSchema | null): Properties {
  // A route's schemas are object schemas, checked when the bundle was read.
  return (schema?.['properties'] ?? {}) as Properties;
}

function fieldNames(schema: JsonSchema | null): string {
  return Object.keys(propertiesOfSchema(schema)).join(', ');
}

export function routesView(routes: readonly RouteSchema[]): View {
  const fields = configFields(routes);
  const empty = 'No routes. Export one from the entry: export const answer = route("/answer", { ... })';
  const table = toTable({ columns: routeColumns, rows: routes, empty });
  return fields.length === 0 ? [table] : [table, toTable({ columns: configFieldColumns, rows: fields })];
}
