import { findViolations } from '../check-parameters.ts';
import type { RouteSchema } from '../route-schema.ts';
import type { Parameters } from '../../variants/variant.ts';
import { type FieldSchema, schemasOf } from './field-schemas.ts';
import { type MigrationStep, toMigrationText } from './parse-migration.ts';

export interface MigratedParameters {
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
    const next = Object.hasOwn(migrated, step.field) ? applyStep(migrated, step, routes) : null;
    if (next === null) continue;
    used.add(index);
    migrated = next;
  }
  return { parameters: migrated, used };
}

/** Returns `null` if the step changes nothing. */
function applyStep(parameters: Parameters, step: MigrationStep, routes: readonly RouteSchema[]): Parameters | null {
  const { field } = step;
  const value = parameters[field];
  const schemas = schemasOf(routes, field);
  switch (step.kind) {
    case 'rename':
      // Never overwrite a value that already has the new name.
      return step.to === field || Object.hasOwn(parameters, step.to) ? null : rename(parameters, field, step.to);
    case 'default':
      // Keep a value that the new code accepts: the configuration breaks at another field.
      return schemas.length > 0 && isRefused(routes, field, value) ? without(parameters, field) : null;
    case 'drop':
      // Never drop a field that the new code has; `default` resets it.
      return schemas.length === 0 ? without(parameters, field) : null;
    case 'clamp': {
      const clamped = typeof value === 'number' ? clamp(value, schemas) : null;
      return clamped === null || clamped === value ? null : { ...parameters, [field]: clamped };
    }
    case 'map': {
      const mapped = parseValue(step.to, schemas);
      const isMeant = toMigrationText(value) === step.from && mapped !== value;
      return isMeant ? { ...parameters, [field]: mapped } : null;
    }
  }
}

function isRefused(routes: readonly RouteSchema[], field: string, value: unknown): boolean {
  return findViolations(routes, { [field]: value }).length > 0;
}

/** Renames a field at the same position, so that a diff of the revisions is easy to read. */
function rename(parameters: Parameters, from: string, to: string): Parameters {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name === from ? to : name, value]));
}

function without(parameters: Parameters, field: string): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== field));
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
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so plain text; validation checks it.
    return text;
  }
}
