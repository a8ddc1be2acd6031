import { isRecord } from '../../foundation/record.ts';
import type { AppVariantResponse, Parameters } from './variant.ts';

/** One value of a configuration, and whom it belongs to. */
export interface StoredValue extends FieldAddress {
  readonly value: unknown;
}

/** Where a value of a configuration is. */
export interface FieldAddress {
  /** Path of the only route that reads the value; `null`: every route that has the field. */
  readonly route: string | null;
  readonly field: string;
}

/**
 * Returns whether an entry of parameters holds the values of one route: `"/summary": {"prompt": "…"}`. No field has such
 * a name, since `configSchema` refuses names that begin with a slash.
 *
 * @source design §3 (fields belong to routes)
 */
export function isRouteSection(key: string, value: unknown): value is Parameters {
  return key.startsWith('/') && isRecord(value);
}

/** Returns the values that a route reads: its own before those of all routes, and none of another route's. */
export function parametersOfRoute(parameters: Parameters, path: string): Parameters {
  // Most configurations have no section, and every call of a route comes here.
  if (!hasSections(parameters)) return parameters;
  const shared = Object.entries(parameters).filter(([key, value]) => !isRouteSection(key, value));
  return { ...Object.fromEntries(shared), ...sectionOf(parameters, path) };
}

function hasSections(parameters: Parameters): boolean {
  for (const key in parameters) if (isRouteSection(key, parameters[key])) return true;
  return false;
}

/** Returns the values that are stored for one route; none if there is no such section. */
export function sectionOf(parameters: Parameters, path: string): Parameters {
  const section = Object.hasOwn(parameters, path) ? parameters[path] : undefined;
  return isRouteSection(path, section) ? section : {};
}

/** Lists the values of parameters one by one, in their order. */
export function listValues(parameters: Parameters): StoredValue[] {
  return Object.entries(parameters).flatMap(([key, value]): StoredValue[] =>
    isRouteSection(key, value)
      ? Object.entries(value).map(([field, own]) => ({ route: key, field, value: own }))
      : [{ route: null, field: key, value }],
  );
}

/** Writes an address as users type it: `prompt`, or `/summary:prompt` for the field of one route. */
export function toAddress({ route, field }: FieldAddress): string {
  return route === null ? field : `${route}:${field}`;
}

/** Lists the values of parameters by address. */
export function flattenParameters(parameters: Parameters): Parameters {
  return Object.fromEntries(listValues(parameters).map((value) => [toAddress(value), value.value]));
}

/** Sets one value; a new one comes last. */
export function withValue(parameters: Parameters, { route, field }: FieldAddress, value: unknown): Parameters {
  if (route === null) return { ...parameters, [field]: value };
  return { ...parameters, [route]: { ...sectionOf(parameters, route), [field]: value } };
}

/** Removes one value, and a section that loses its last one. */
export function withoutValue(parameters: Parameters, { route, field }: FieldAddress): Parameters {
  if (route === null) return without(parameters, field);
  const section = without(sectionOf(parameters, route), field);
  return Object.keys(section).length === 0 ? without(parameters, route) : { ...parameters, [route]: section };
}

function without(values: Parameters, name: string): Parameters {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}

/** Returns whether a value is stored at an address. */
export function hasValue(parameters: Parameters, { route, field }: FieldAddress): boolean {
  return route === null ? Object.hasOwn(parameters, field) : Object.hasOwn(sectionOf(parameters, route), field);
}

/** Returns the value that is stored at an address; `undefined`: none. */
export function valueAt(parameters: Parameters, { route, field }: FieldAddress): unknown {
  return (route === null ? parameters : sectionOf(parameters, route))[field];
}

/** Merges parameters into others: values of one route are merged with that route's other values. */
export function mergeParameters(before: Parameters, change: Parameters): Parameters {
  const sections = Object.entries(change).filter(([key, value]) => isRouteSection(key, value));
  const merged = sections.map(([path, section]) => [
    path,
    { ...sectionOf(before, path), ...(section as Parameters) }, // only sections were kept
  ]);
  return { ...before, ...change, ...Object.fromEntries(merged) };
}

/** Returns the values that somebody set. A service that does not tell stores nothing else. */
export function setValuesOf({
  parameters,
  set_parameters,
}: Partial<Pick<AppVariantResponse, 'parameters' | 'set_parameters'>>): Parameters {
  return set_parameters ?? parameters ?? {};
}

/** Returns whether a service tells what somebody set from the defaults of the code. */
export function knowsDefaults({ set_parameters }: Partial<Pick<AppVariantResponse, 'set_parameters'>>): boolean {
  return set_parameters != null;
}
