import { toCell, type Value } from '../layout/text/format-value.ts';
import { toTable, type Column, type TableBlock } from '../layout/table-model.ts';
import { describeSchema, type FieldSchema } from './describe-schema.ts';

export interface RouteChange {
  readonly route: string;
  readonly field: string | null;
  readonly part: string;
  readonly kind: string;
  readonly keyword: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly maybe_renamed_to: string | null;
}

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
  if (keyword === null && field !== null) return describeSchema(side as FieldSchema) ?? toCell(side);
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
