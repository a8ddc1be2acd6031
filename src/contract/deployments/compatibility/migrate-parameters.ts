import { findViolations } from '../check-parameters.ts';
import type { RouteSchema } from '../route-schema.ts';
import type { Parameters } from '../../variants/variant.ts';
import { type FieldSchema, schemasOf } from './field-schemas.ts';
import { type MigrationStep, toMigrationText } from './parse-migration.ts';

export interface MigratedParameters {
  readonly parameters: Parameters;
  /** Steps that changed something, by their place. */
  readonly used: ReadonlySet<number>;
}

/**
 * Applies migrations to parameters, in order. A step that does not fit the parameters or the new routes leaves them as
 * they are: what is still wrong afterwards is found by validating the result.
 *
 * @param routes - the new code's
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

/** Answers `null` when the step changes nothing. */
function applyStep(parameters: Parameters, step: MigrationStep, routes: readonly RouteSchema[]): Parameters | null {
  const { field } = step;
  const value = parameters[field];
  const schemas = schemasOf(routes, field);
  switch (step.kind) {
    case 'rename':
      // A value that stands under the new name already was meant: it is not written over.
      return step.to === field || Object.hasOwn(parameters, step.to) ? null : rename(parameters, field, step.to);
    case 'default':
      // What the new code takes was chosen by somebody, in a configuration that breaks at another field.
      return schemas.length > 0 && isRefused(routes, field, value) ? without(parameters, field) : null;
    case 'drop':
      // A field that is still there is not dropped by mistake: `default` says what is meant.
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

/** The new name takes the old one's place, so that a diff of two revisions reads well. */
function rename(parameters: Parameters, from: string, to: string): Parameters {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name === from ? to : name, value]));
}

function without(parameters: Parameters, field: string): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== field));
}

/**
 * Finds the nearest value between the bounds of all routes.
 *
 * @returns `null` when there is none: bounds that exclude each other, or a fraction that must stay off its bound, which
 * has no nearest value
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

/** Reads a typed value: text where a field is text, else JSON, else text after all. */
function parseValue(text: string, schemas: readonly FieldSchema[]): unknown {
  if (schemas.some(({ type }) => type === 'string')) return text;
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: plain text, which validation then judges.
    return text;
  }
}
