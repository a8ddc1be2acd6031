import { isDeepStrictEqual } from 'node:util';
import { propertiesOf } from '../contract/parameters.ts';
import type { JsonSchema, RouteSchema } from '../contract/records/route-schema.ts';

/** One difference between the routes that are deployed and the routes about to be. */
export interface RouteChange {
  readonly route: string;
  /** Field of the configuration or of the input; `null` when the whole route came or went. */
  readonly field: string | null;
  readonly part: 'route' | 'config' | 'input' | 'output';
  readonly kind: 'added' | 'removed' | 'changed';
  /** Keyword that changed, as in `maximum` or `enum`. */
  readonly keyword: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Lists what differs between two sets of route schemas, in the order of the routes. */
export function compareRoutes(before: readonly RouteSchema[], after: readonly RouteSchema[]): RouteChange[] {
  const paths = [...new Set([...before, ...after].map((route) => route.path))];
  return paths.flatMap((path) => compareRoute(path, find(before, path), find(after, path)));
}

function find(routes: readonly RouteSchema[], path: string): RouteSchema | undefined {
  return routes.find((route) => route.path === path);
}

function compareRoute(route: string, before: RouteSchema | undefined, after: RouteSchema | undefined): RouteChange[] {
  const whole = { route, field: null, part: 'route', keyword: null } as const;
  if (before === undefined) return [{ ...whole, kind: 'added', before: null, after: route }];
  if (after === undefined) return [{ ...whole, kind: 'removed', before: route, after: null }];
  return [
    ...compareFields(route, 'config', propertiesOf(before), propertiesOf(after)),
    ...compareFields(route, 'input', fieldsOf(before.input), fieldsOf(after.input)),
    ...compareFields(route, 'output', wrap(before.output), wrap(after.output)),
  ];
}

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function fieldsOf(schema: JsonSchema | null): Fields {
  const required = new Set(Array.isArray(schema?.['required']) ? schema['required'] : []);
  const properties = Object.entries((schema?.['properties'] ?? {}) as Fields);
  return Object.fromEntries(properties.map(([name, field]) => [name, { ...field, required: required.has(name) }]));
}

function wrap(schema: JsonSchema | null): Fields {
  return schema === null ? {} : { output: schema };
}

function compareFields(
  route: string,
  part: 'config' | 'input' | 'output',
  before: Fields,
  after: Fields,
): RouteChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((field): RouteChange[] => {
    const change = { route, field, part } as const;
    const [old, now] = [before[field], after[field]];
    if (old === undefined) return [{ ...change, kind: 'added', keyword: null, before: null, after: now }];
    if (now === undefined) return [{ ...change, kind: 'removed', keyword: null, before: old, after: null }];
    return changedKeywords(old, now).map((keyword) => ({
      ...change,
      kind: 'changed',
      keyword,
      before: old[keyword] ?? null,
      after: now[keyword] ?? null,
    }));
  });
}

function changedKeywords(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keywords.filter((keyword) => !isDeepStrictEqual(before[keyword], after[keyword]));
}
