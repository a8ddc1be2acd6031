import { findViolations } from '../check-parameters.ts';
import type { RouteSchema } from '../route-schema.ts';
import { type FieldAddress, hasValue, sectionOf, withoutValue, withValue } from '../../variants/route-parameters.ts';
import type { Parameters } from '../../variants/variant.ts';
import { type FieldSchema, schemasOf } from '../route-fields.ts';
import { parseJson } from '../../validation/parse-json.ts';
import { BugError } from '../../../foundation/errors/wf-error.ts';

interface MigratedParameters {
  readonly parameters: Parameters;
  /** Indexes of the steps that changed something. */
  readonly used: ReadonlySet<number>;
}

/**
 * Applies migrations to parameters, in order. A step that does not fit the parameters or the new routes changes
 * nothing; validating the result finds the remaining problems.
 *
 * @param parameters - the stored parameters
 * @param steps - the migrations, in order
 * @param routes - routes of the new code
 */
export function migrateParameters(
  parameters: Parameters,
  steps: readonly MigrationStep[],
  routes: readonly RouteSchema[],
): MigratedParameters {
  const used = new Set<number>();
  let migrated = parameters;
  for (const [index, step] of steps.entries()) {
    const next = applyStep(migrated, step, routes);
    if (next === null) continue;
    used.add(index);
    migrated = next;
  }
  return { parameters: migrated, used };
}

/** Returns `null` if the step changes nothing. */
function applyStep(parameters: Parameters, step: MigrationStep, routes: readonly RouteSchema[]): Parameters | null {
  const address = findAddress(step.field, parameters, routes);
  if (address === null) return null;
  const value = readValue(parameters, address);
  const schemas = schemasOf(readersOf(address, routes), address.field);
  switch (step.kind) {
    case 'rename':
      return rename(parameters, address, findTarget(step.to, routes));
    case 'default':
      // Keep a value that the new code accepts: the configuration breaks at another field.
      return isRefused(routes, address, value) ? resetValue(parameters, address, routes) : null;
    case 'drop':
      // Never drop what the new code has; `default` resets it.
      return schemas.length === 0 && !isPathOf(routes, address) ? withoutValue(parameters, address) : null;
    case 'clamp': {
      const clamped = typeof value === 'number' ? clamp(value, schemas) : null;
      return clamped === null || clamped === value ? null : withValue(parameters, address, clamped);
    }
    case 'map': {
      const mapped = parseValue(step.to, schemas);
      const isMeant = toMigrationText(value) === step.from && mapped !== value;
      return isMeant ? withValue(parameters, address, mapped) : null;
    }
  }
}

/** Finds the stored value that a migration names, or the shared value that one route of the new code reads. */
function findAddress(text: string, parameters: Parameters, routes: readonly RouteSchema[]): FieldAddress | null {
  if (Object.hasOwn(parameters, text)) return { route: null, field: text };
  const paths = [...Object.keys(parameters), ...routes.map(({ path }) => path)];
  const named = paths.filter((path) => text.startsWith(`${path}:`));
  const addresses = named.map((route) => ({ route, field: text.slice(route.length + 1) }));
  return addresses.find((address) => hasValue(parameters, address) || isRead(parameters, address, routes)) ?? null;
}

function isRead(parameters: Parameters, address: FieldAddress, routes: readonly RouteSchema[]): boolean {
  const { field } = address;
  return Object.hasOwn(parameters, field) && schemasOf(readersOf(address, routes), field).length > 0;
}

function readersOf({ route }: FieldAddress, routes: readonly RouteSchema[]): readonly RouteSchema[] {
  return route === null ? routes : routes.filter(({ path }) => path === route);
}

function readValue(parameters: Parameters, address: FieldAddress): unknown {
  const { route, field } = address;
  return (route !== null && hasValue(parameters, address) ? sectionOf(parameters, route) : parameters)[field];
}

function findTarget(text: string, routes: readonly RouteSchema[]): FieldAddress {
  const owner = routes.find(
    (route) => text.startsWith(`${route.path}:`) && schemasOf([route], text.slice(route.path.length + 1)).length > 0,
  );
  return owner === undefined
    ? { route: null, field: text }
    : { route: owner.path, field: text.slice(owner.path.length + 1) };
}

function isRefused(routes: readonly RouteSchema[], address: FieldAddress, value: unknown): boolean {
  const readers = readersOf(address, routes);
  if (schemasOf(readers, address.field).length === 0) return false;
  return findViolations(readers, withValue({}, address, value)).length > 0;
}

/** A value of one route is replaced by the default where the shared value would apply to the route instead. */
function resetValue(parameters: Parameters, address: FieldAddress, routes: readonly RouteSchema[]): Parameters {
  const [reader] = readersOf(address, routes);
  const isShared = address.route === null || !Object.hasOwn(parameters, address.field);
  return isShared ? withoutValue(parameters, address) : withValue(parameters, address, reader?.defaults[address.field]);
}

function isPathOf(routes: readonly RouteSchema[], { route, field }: FieldAddress): boolean {
  return route === null && routes.some(({ path }) => path === field);
}

/** Renames a field, or a route; never over a value that already has the new name. */
function rename(parameters: Parameters, from: FieldAddress, to: FieldAddress): Parameters | null {
  if (hasValue(parameters, to)) return null;
  if (from.route === null && to.route === null) return renameKey(parameters, from.field, to.field);
  if (!hasValue(parameters, from)) return null;
  return withValue(withoutValue(parameters, from), to, readValue(parameters, from));
}

/** Renames a field at the same position, so that a diff of the revisions is easy to read. */
function renameKey(parameters: Parameters, from: string, to: string): Parameters {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name === from ? to : name, value]));
}

/**
 * Finds the nearest value between the bounds of all routes.
 *
 * @returns `null` if there is none: the bounds exclude each other, or a bound is exclusive and the value need not be
 * whole
 */
function clamp(value: number, schemas: readonly FieldSchema[]): number | null {
  const isWhole = schemas.some(({ type }) => type === 'integer');
  const lows = schemas.flatMap((schema) => [
    ...bound(schema['minimum'], isWhole ? Math.ceil : identity),
    ...bound(schema['exclusiveMinimum'], isWhole ? (limit) => Math.floor(limit) + 1 : identity),
  ]);
  const highs = schemas.flatMap((schema) => [
    ...bound(schema['maximum'], isWhole ? Math.floor : identity),
    ...bound(schema['exclusiveMaximum'], isWhole ? (limit) => Math.ceil(limit) - 1 : identity),
  ]);
  const [low, high] = [Math.max(-Infinity, ...lows), Math.min(Infinity, ...highs)];
  const clamped = Math.min(Math.max(value, low), high);
  if (low > high || (!isWhole && clamped !== value && isExcluded(clamped, schemas))) return null;
  return clamped;
}

function isExcluded(value: number, schemas: readonly FieldSchema[]): boolean {
  return schemas.some(
    ({ exclusiveMinimum, exclusiveMaximum }) => exclusiveMinimum === value || exclusiveMaximum === value,
  );
}

function bound(limit: unknown, toNearest: (limit: number) => number): number[] {
  return typeof limit === 'number' ? [toNearest(limit)] : [];
}

function identity(limit: number): number {
  return limit;
}

/** Parses a typed value: text for a text field, otherwise JSON, otherwise text. */
function parseValue(text: string, schemas: readonly FieldSchema[]): unknown {
  if (schemas.some(({ type }) => type === 'string')) return text;
  const value = parseJson(text);
  return value === undefined ? text : value;
}

/** A migration, read from its text. A field is written by its address. */
export type MigrationStep =
  | { readonly kind: 'rename'; readonly field: string; readonly to: string }
  | { readonly kind: 'default' | 'clamp' | 'drop'; readonly field: string }
  | { readonly kind: 'map'; readonly field: string; readonly from: string; readonly to: string };

/** Parses a migration whose format the contract has checked. */
export function parseMigration(text: string): MigrationStep {
  const colon = text.indexOf(':');
  const [kind, rest] = [text.slice(0, colon), text.slice(colon + 1)];
  switch (kind) {
    case 'rename':
      return { kind, ...splitAt(rest, '=') };
    case 'map': {
      const { field, to } = splitAt(rest, ':', rest.startsWith('/') ? rest.indexOf(':') + 1 : 0);
      const [from, mapped] = [to.slice(0, to.indexOf('=')), to.slice(to.indexOf('=') + 1)];
      return { kind, field, from, to: mapped };
    }
    case 'default':
    case 'clamp':
    case 'drop':
      return { kind, field: rest };
    default:
      throw new BugError(`The migration ${JSON.stringify(text)} was not checked.`);
  }
}

/** @param from - index to look from: the address of one route's field, as in `/summary:words`, has a colon itself */
function splitAt(text: string, separator: string, from = 0): { readonly field: string; readonly to: string } {
  const next = text.indexOf(separator, from);
  const at = next === -1 ? text.indexOf(separator) : next;
  return { field: text.slice(0, at), to: text.slice(at + 1) };
}

/** Formats a migration as users type it. */
export function formatMigration(step: MigrationStep): string {
  switch (step.kind) {
    case 'rename':
      return `rename:${step.field}=${step.to}`;
    case 'map':
      return `map:${step.field}:${step.from}=${step.to}`;
    default:
      return `${step.kind}:${step.field}`;
  }
}

/** Formats a value for a migration: text unchanged, anything else as JSON. */
export function toMigrationText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
}
