import type { RouteChange } from '../../contract/deployments/deployment.ts';
import type { JsonSchema, RouteSchema } from '../../contract/deployments/route-schema.ts';
import { type Column, type TableBlock, toTable } from '../layout/table-model.ts';
import type { View } from '../layout/view.ts';
import { readStructuredKind, type StructuredKind } from '../../contract/deployments/kinds/structured-kind.ts';
import { toCell, type Value } from '../layout/text/format-value.ts';

export const routeColumns: readonly Column<RouteSchema>[] = [
  { header: 'route', value: ({ path }) => path },
  { header: 'export', value: ({ name }) => name, dropOrder: 3 },
  { header: 'config', value: ({ config }) => fieldNames(config), dropOrder: 2 },
  { header: 'input', value: ({ input }) => (input === null ? 'any' : fieldNames(input)), dropOrder: 1 },
];

export interface ConfigField {
  readonly route: string;
  readonly name: string;
  readonly schema: JsonSchema;
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

type Properties = Readonly<Record<string, JsonSchema>>;

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

/**
 * Summarises a field's schema, as in `int ≥ 1, ≤ 5, default 2`.
 *
 * @returns `null` when the summary would be incomplete
 */
export function describeSchema(schema: JsonSchema): string | null {
  const structured = readStructuredKind(schema);
  const covered = structured === null ? COVERED : COVERED_OF_STRUCTURED;
  if (Object.keys(schema).some((keyword) => !covered.has(keyword))) return null;
  const { default: given, required, enum: choices } = schema;
  const names = structured === null ? null : namesOf(structured);
  const allowed =
    boundsOf(schema) ??
    (Array.isArray(choices) ? `of ${choices.map(String).join(' or ')}` : names === null ? null : `of ${names}`);
  return [
    allowed === null ? typeOf(schema) : `${typeOf(schema)} ${allowed}`,
    ...(required === undefined ? [] : [required === true ? 'required' : 'optional']),
    ...(given === undefined ? [] : [`default ${shorten(typeof given === 'string' ? given : JSON.stringify(given))}`]),
  ].join(', ');
}

/** Keywords that the summary covers; only input fields have `required`. */
const COVERED: ReadonlySet<string> = new Set(
  'type x-parameter required default enum choices minimum exclusiveMinimum maximum exclusiveMaximum'.split(' '),
);

/** The marks of our kinds; what they cover of the type follows from the kind. */
const COVERED_OF_STRUCTURED: ReadonlySet<string> = new Set([
  ...COVERED,
  ...'x-wf x-variables x-tool-names items additionalProperties'.split(' '),
]);

/** Lists the variables or the tools that a value may have; `null`: any. */
function namesOf(structured: StructuredKind): string | null {
  switch (structured.kind) {
    case 'chat_messages':
      return structured.variables?.map((name) => `{${name}}`).join(', ') ?? null;
    case 'tools':
      return structured.names?.join(', ') ?? null;
    case 'output_schema':
      return null;
  }
}

const MAX_DEFAULT_LENGTH = 40;

/** Shortens a default, which may be a whole prompt. */
function shorten(text: string): string {
  return text.length <= MAX_DEFAULT_LENGTH ? text : `${text.slice(0, MAX_DEFAULT_LENGTH)}…`;
}

export function typeOf(schema: JsonSchema): string {
  const type = schema['x-parameter'] ?? schema['type'];
  return typeof type === 'string' ? type : 'any';
}

const BOUNDS = [
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['exclusiveMaximum', '<'],
] as const;

export function boundsOf(schema: JsonSchema): string | null {
  const bounds = BOUNDS.filter(([keyword]) => isBound(schema[keyword])).map(
    ([keyword, sign]) => `${sign} ${String(schema[keyword])}`,
  );
  return bounds.length === 0 ? null : bounds.join(', ');
}

/** Ignores the limits of safe integers, which zod adds as bounds. */
function isBound(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

/**
 * Lists the choices of a field; of a long list, such as all known models, the first few. `--json` has all. Of messages,
 * lists the variables; of tools, their names.
 */
export function choicesOf(schema: JsonSchema): string | null {
  const structured = readStructuredKind(schema);
  if (structured !== null) return namesOf(structured);
  if (!Array.isArray(schema['enum'])) return null;
  const choices = schema['enum'].map(String);
  if (choices.length <= MAX_CHOICES) return choices.join(', ');
  const listed = choices.slice(0, MAX_CHOICES / 2);
  return `${listed.join(', ')}, … ${choices.length - listed.length} more`;
}

const MAX_CHOICES = 12;

/** Creates a table of changes in routes; merges equal changes of several routes. */
export function routeChangesTable(changes: readonly RouteChange[]): TableBlock {
  const groups = Map.groupBy(changes, ({ route: _route, ...change }) => JSON.stringify(change));
  const rows = [...groups.values()].flatMap(toMerged);
  return toTable({
    title: 'Changes in the routes',
    // A first deployment only adds routes: hide the columns of dashes on a terminal.
    columns: changeColumns.map((column) =>
      rows.every((row) => column.value(row) === null) ? { ...column, only: 'written' } : column,
    ),
    rows,
  });
}

function toMerged(group: readonly RouteChange[]): RouteChange[] {
  const routes = group.map(({ route }) => route).join(', ');
  return group.slice(0, 1).map((change) => ({ ...change, route: routes }));
}

const changeColumns: readonly Column<RouteChange>[] = [
  { header: 'route', value: ({ route }) => route },
  { header: 'field', value: ({ field }) => field },
  { header: 'change', value: ({ part, kind, keyword }) => `${part === 'config' ? '' : `${part} `}${keyword ?? kind}` },
  { header: 'before', value: (change) => toSide(change, change.before, change.after, 'without') },
  {
    header: 'after',
    value: (change) =>
      change.maybe_renamed_to === null
        ? toSide(change, change.after, change.before, 'with')
        : `now ${change.maybe_renamed_to}?`,
  },
];

const MAX_LIST_LENGTH = 60;

/** Formats one side of a change. For a long list of choices, only those that were removed or added. */
function toSide({ part, field, keyword }: RouteChange, side: unknown, other: unknown, word: 'with' | 'without'): Value {
  // The route has its own column.
  if (part === 'route' || side === null) return null;
  // An added or removed field is described by its schema.
  if (keyword === null && field !== null) return describeSchema(side as JsonSchema) ?? toCell(side);
  const isList = keyword === 'enum' || keyword === 'choices';
  if (!isList || other === null || (JSON.stringify(side)?.length ?? 0) <= MAX_LIST_LENGTH) {
    return toCell(side);
  }
  const others = new Set(toChoices(other));
  const own = toChoices(side).filter((choice) => !others.has(choice));
  return own.length === 0 ? 'reordered' : `${word} ${own.join(', ')}`;
}

/** Lists choices, each with its group if there are groups. */
function toChoices(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return Object.entries(value ?? {}).flatMap(([group, list]) => toChoices(list).map((choice) => `${group}: ${choice}`));
}
