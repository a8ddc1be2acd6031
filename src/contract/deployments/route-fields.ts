import { toSortedJson } from '../variants/diff-values.ts';
import {
  type FieldAddress,
  isRouteSection,
  mergeParameters,
  parametersOfRoute,
  toAddress,
  withValue,
} from '../variants/route-parameters.ts';
import type { RouteSchema } from './route-schema.ts';
import type { Parameters } from '../variants/variant.ts';

/** A configuration field as users address it. */
export interface RouteField extends FieldAddress {
  /** `prompt`, or `/summary:prompt` where routes declare it differently. */
  readonly address: string;
  /** Paths of the routes that read it. */
  readonly routes: readonly string[];
  readonly schema: FieldSchema;
  readonly defaultValue: unknown;
}

/**
 * Lists the configuration fields of routes: one for all routes that declare a name alike, and one for each route where
 * they declare it differently.
 *
 * @source design §3 (fields belong to routes)
 */
export function listFields(routes: readonly RouteSchema[]): RouteField[] {
  return [...declarationsOf(routes)].flatMap(([field, declared]) =>
    areAlike(declared) ? [toField(field, null, declared)] : declared.map((one) => toField(field, one.path, [one])),
  );
}

/** Lists the paths of the routes that declare a field differently from each other; none for one that they share. */
export function splitRoutes(routes: readonly RouteSchema[], field: string): string[] {
  const declared = declarationsOf(routes).get(field) ?? [];
  return areAlike(declared) ? [] : declared.map(({ path }) => path);
}

interface Declaration {
  readonly path: string;
  readonly schema: FieldSchema;
  readonly defaultValue: unknown;
}

function declarationsOf(routes: readonly RouteSchema[]): Map<string, Declaration[]> {
  const declared = routes.flatMap((route) =>
    Object.entries(propertiesOf(route)).map(([field, schema]) => ({
      field,
      path: route.path,
      schema,
      defaultValue: Object.hasOwn(route.defaults, field) ? route.defaults[field] : schema['default'],
    })),
  );
  return Map.groupBy(declared, ({ field }) => field);
}

function areAlike(declared: readonly Declaration[]): boolean {
  return declared.length < 2 || new Set(declared.map(rulesOf)).size === 1;
}

/** Writes type, default, bounds and choices as text to compare; descriptions make no difference. */
function rulesOf({ schema, defaultValue }: Declaration): string {
  const { title: _title, description: _description, ...rules } = schema;
  return toSortedJson({ ...rules, default: defaultValue });
}

function toField(field: string, route: string | null, declared: readonly Declaration[]): RouteField {
  const [{ schema, defaultValue } = { schema: {}, defaultValue: undefined }] = declared;
  const routes = declared.map(({ path }) => path);
  return { route, field, address: toAddress({ route, field }), routes, schema, defaultValue };
}

/** The properties of a route's configuration schema, by field name. */
export function propertiesOf(route: RouteSchema): Record<string, Record<string, unknown>> {
  // A configuration schema is an object schema; it was checked when the bundle was read.
  return (route.config?.['properties'] ?? {}) as Record<string, Record<string, unknown>>;
}

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

/**
 * Lists the parameters of a configuration as code runs it: the default of each field, overlaid by what is set. A default
 * that routes disagree on is under the path of each route, unless a value is set for all of them.
 *
 * @param routes - the code that runs it
 * @param set - the values that somebody set
 */
export function wholeParameters(routes: readonly RouteSchema[], set: Parameters): Parameters {
  return overlay(defaultsOf(routes), set);
}

/** Lays what is set over the defaults of code. A value that is set for all routes hides the defaults of each. */
export function overlay(defaults: Parameters, set: Parameters): Parameters {
  const open = (values: Parameters) => Object.entries(values).filter(([field]) => !Object.hasOwn(set, field));
  const kept = Object.entries(defaults).flatMap(([key, value]): [string, unknown][] => {
    if (!isRouteSection(key, value)) return Object.hasOwn(set, key) ? [] : [[key, value]];
    const section = open(value);
    return section.length === 0 ? [] : [[key, Object.fromEntries(section)]];
  });
  return mergeParameters(Object.fromEntries(kept), set);
}

/** Lists the defaults of code; one that routes disagree on is under the path of each route. */
export function defaultsOf(routes: readonly RouteSchema[]): Parameters {
  let defaults: Parameters = {};
  for (const [field, declared] of declarationsOf(routes)) {
    const values = declared.filter(({ defaultValue }) => defaultValue !== undefined);
    const [first, ...others] = values.map(({ defaultValue }) => defaultValue);
    const areEqual = others.every((value) => toSortedJson(value) === toSortedJson(first));
    if (values.length === 0) continue;
    for (const { path, defaultValue } of areEqual ? values.slice(0, 1) : values)
      defaults = withValue(defaults, { route: areEqual ? null : path, field }, defaultValue);
  }
  return defaults;
}
