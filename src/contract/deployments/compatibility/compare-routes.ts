import { propertiesOf } from '../properties-of.ts';
import type { JsonSchema, RouteSchema } from '../route-schema.ts';
import { compareFields, compareSchemas, type SchemaChange } from './compare-schemas.ts';

/** One difference between two sets of route schemas. */
export interface RouteChange extends SchemaChange {
  readonly route: string;
  /** `route`: the whole route was added or removed. */
  readonly part: 'route' | 'config' | 'input' | 'output';
}

/** Lists the differences between two sets of route schemas, in the order of the routes. */
export function compareRoutes(before: readonly RouteSchema[], after: readonly RouteSchema[]): RouteChange[] {
  const paths = [...new Set([...before, ...after].map((route) => route.path))];
  return paths.flatMap((path) => compareRoute(path, find(before, path), find(after, path)));
}

function find(routes: readonly RouteSchema[], path: string): RouteSchema | undefined {
  return routes.find((route) => route.path === path);
}

function compareRoute(route: string, before: RouteSchema | undefined, after: RouteSchema | undefined): RouteChange[] {
  const at = (part: RouteChange['part']) => (change: SchemaChange) => ({ route, part, ...change });
  if (before === undefined || after === undefined) {
    return compareWhole(before?.path ?? null, after?.path ?? null).map(at('route'));
  }
  return [
    ...compareFields(propertiesOf(before), propertiesOf(after)).map(at('config')),
    ...compareOptional(before.input, after.input).map(at('input')),
    ...compareOptional(before.output, after.output).map(at('output')),
  ];
}

/** A missing schema accepts anything and has no fields to compare. */
function compareOptional(before: JsonSchema | null, after: JsonSchema | null): SchemaChange[] {
  return before !== null && after !== null ? compareSchemas(before, after) : compareWhole(before, after);
}

function compareWhole(before: unknown, after: unknown): SchemaChange[] {
  if (before === after) return [];
  const kind = before === null ? 'added' : 'removed';
  return [{ field: null, kind, keyword: null, before, after, maybe_renamed_to: null }];
}
