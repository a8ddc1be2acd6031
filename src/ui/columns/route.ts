import type { JsonSchema, RouteSchema } from '../../contract/records/route-schema.ts';
import type { Value } from '../format-value.ts';
import type { Column } from '../table-model.ts';
import { toCell } from '../to-cell.ts';

export const routeColumns: readonly Column<RouteSchema>[] = [
  { header: 'route', value: ({ path }) => path },
  { header: 'export', value: ({ name }) => name, dropOrder: 3 },
  { header: 'config', value: ({ config }) => fieldNames(config), dropOrder: 2 },
  { header: 'input', value: ({ input }) => (input === null ? 'any' : fieldNames(input)), dropOrder: 1 },
];

/** One field of a route's configuration. */
export interface ConfigField {
  readonly route: string;
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export const configFieldColumns: readonly Column<ConfigField>[] = [
  { header: 'route', value: ({ route }) => route },
  { header: 'field', value: ({ name }) => name },
  { header: 'type', value: ({ schema }) => typeOf(schema) },
  { header: 'allowed', value: ({ schema }) => boundsOf(schema) ?? choicesOf(schema), dropOrder: 2 },
  // Last, because a prompt is long: in plain text it would push whatever follows far to the right.
  { header: 'default', value: ({ schema }) => JSON.stringify(schema['default']), dropOrder: 1 },
];

/** One difference between two sets of routes. */
export interface RouteChangeView {
  readonly route: string;
  readonly field: string | null;
  readonly part: string;
  readonly kind: string;
  readonly keyword: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly maybe_renamed_to: string | null;
}

export const routeChangeColumns: readonly Column<RouteChangeView>[] = [
  { header: 'route', value: ({ route }) => route },
  { header: 'change', value: ({ kind, part }) => `${part} ${kind}` },
  { header: 'field', value: ({ field }) => field },
  {
    header: 'what',
    value: ({ keyword, maybe_renamed_to }) => (maybe_renamed_to === null ? keyword : `renamed to ${maybe_renamed_to}?`),
  },
  { header: 'before', value: (change) => toSide(change, change.before, change.after, 'without'), dropOrder: 2 },
  { header: 'after', value: (change) => toSide(change, change.after, change.before, 'with'), dropOrder: 1 },
];

const LONGEST_LIST = 60;

/** One side of a change. Of a long list of choices only what went, or came, is told. */
function toSide({ keyword }: RouteChangeView, side: unknown, other: unknown, word: 'with' | 'without'): Value {
  const isList = keyword === 'enum' || keyword === 'choices';
  if (!isList || side === null || other === null || (JSON.stringify(side)?.length ?? 0) <= LONGEST_LIST) {
    return toCell(side);
  }
  const rest = new Set(toChoices(other));
  const own = toChoices(side).filter((choice) => !rest.has(choice));
  return own.length === 0 ? 'in another order' : `${word} ${own.join(', ')}`;
}

/** Choices, each with its group where there are groups. */
function toChoices(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return Object.entries(value ?? {}).flatMap(([group, list]) => toChoices(list).map((choice) => `${group}: ${choice}`));
}

/** Lists the configuration fields of all routes, in order. */
export function configFields(routes: readonly RouteSchema[]): ConfigField[] {
  return routes.flatMap(({ path, config }) =>
    Object.entries(propertiesOfSchema(config)).map(([name, schema]) => ({ route: path, name, schema })),
  );
}

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function propertiesOfSchema(schema: JsonSchema | null): Properties {
  // A route's schemas are object schemas, checked when the bundle was read.
  return (schema?.['properties'] ?? {}) as Properties;
}

function fieldNames(schema: JsonSchema | null): string {
  return Object.keys(propertiesOfSchema(schema)).join(', ');
}

function typeOf(schema: ConfigField['schema']): string {
  const type = schema['x-parameter'] ?? schema['type'];
  return typeof type === 'string' ? type : 'any';
}

const BOUNDS = [
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['exclusiveMaximum', '<'],
] as const;

function boundsOf(schema: ConfigField['schema']): string | null {
  const bounds = BOUNDS.filter(([keyword]) => isBound(schema[keyword])).map(
    ([keyword, sign]) => `${sign} ${String(schema[keyword])}`,
  );
  return bounds.length === 0 ? null : bounds.join(', ');
}

/** zod writes the limits of safe integers as bounds; nobody asked for those. */
function isBound(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

function choicesOf(schema: ConfigField['schema']): string | null {
  return Array.isArray(schema['enum']) ? schema['enum'].map(String).join(', ') : null;
}
