import { findViolations } from '../check-parameters.ts';
import type { RouteSchema } from '../route-schema.ts';
import { closestNames } from '../../../foundation/closest-names.ts';
import { fieldNamesOf, schemasOf, splitRoutes } from '../route-fields.ts';
import {
  migrateParameters,
  formatMigration,
  type MigrationStep,
  parseMigration,
  toMigrationText,
} from './migrate-parameters.ts';
import { type FieldAddress, toAddress, withValue } from '../../variants/route-parameters.ts';

export interface SuggestMigrationsOptions {
  readonly address: FieldAddress;
  readonly value: unknown;
  /** The route that rejects the value; `null`: no route has the field. */
  readonly rejectedBy: string | null;
  /** Routes that the stored configuration was written for. */
  readonly before: readonly RouteSchema[];
  readonly after: readonly RouteSchema[];
}

/**
 * Suggests migrations of one stored value, most likely first. Each has been tried: the new code accepts its result. A
 * rename is only suggested, since it looks the same as a removed field and an added one.
 */
export function suggestMigrations(options: SuggestMigrationsOptions): string[] {
  const { address, value, after } = options;
  const parameters = withValue({}, address, value);
  return candidates(options)
    .map(formatMigration)
    .filter((text) => {
      const migrated = migrateParameters(parameters, [parseMigration(text)], after);
      return findViolations(after, migrated.parameters).length === 0;
    });
}

function candidates(options: SuggestMigrationsOptions): MigrationStep[] {
  const { address, rejectedBy, before, after } = options;
  const { route, field } = address;
  if (rejectedBy === null)
    return route === null ? movesOf(field, before, after) : movesOfOwn(route, field, before, after);
  // Only the route that rejects a shared value needs another one, if routes declare the field differently.
  const isSplit = route === null && splitRoutes(after, field).length > 0;
  return [...(isSplit ? fixesOf({ route: rejectedBy, field }, options) : []), ...fixesOf(address, options)];
}

function movesOf(field: string, before: readonly RouteSchema[], after: readonly RouteSchema[]): MigrationStep[] {
  const renames = newNames(field, before, after).map((to): MigrationStep => ({ kind: 'rename', field, to }));
  return [...renames, { kind: 'drop', field }];
}

/** The value of a route that was renamed or removed, or of a field that this route no longer has. */
function movesOfOwn(
  route: string,
  field: string,
  before: readonly RouteSchema[],
  after: readonly RouteSchema[],
): MigrationStep[] {
  const own = after.filter((one) => one.path === route);
  if (own.length > 0) {
    const old = before.filter((one) => one.path === route);
    const to = (name: string) => toAddress({ route, field: name });
    return movesOf(field, old, own).map((step) =>
      step.kind === 'rename' ? { ...step, field: to(field), to: to(step.to) } : { ...step, field: to(step.field) },
    );
  }
  const known = new Set(before.map((one) => one.path));
  const added = after.filter((one) => !known.has(one.path) && schemasOf([one], field).length > 0);
  const paths = added.map((one) => one.path);
  const near = closestNames(route, paths);
  const likely = [...near, ...paths.filter((one) => !near.includes(one))].slice(0, MAX_RENAMES);
  return [...likely.map((to): MigrationStep => ({ kind: 'rename', field: route, to })), { kind: 'drop', field: route }];
}

function fixesOf(address: FieldAddress, { value, after }: SuggestMigrationsOptions): MigrationStep[] {
  const field = toAddress(address);
  const readers = address.route === null ? after : after.filter(({ path }) => path === address.route);
  const schemas = schemasOf(readers, address.field);
  const choices = schemas.flatMap((schema) => (Array.isArray(schema['enum']) ? schema['enum'].map(String) : []));
  const from = toMigrationText(value);
  const maps = closestNames(from, [...new Set(choices)]).map((to): MigrationStep => ({ kind: 'map', field, from, to }));
  return [{ kind: 'clamp', field }, ...maps.slice(0, 1), { kind: 'default', field }];
}

const MAX_RENAMES = 2;

/** Finds added fields of the same kind as the removed one, similar names first. */
function newNames(field: string, before: readonly RouteSchema[], after: readonly RouteSchema[]): string[] {
  const old = new Set(fieldNamesOf(before));
  const kind = kindOf(before, field);
  const added = fieldNamesOf(after).filter((name) => !old.has(name) && kindOf(after, name) === kind);
  const near = closestNames(field, added);
  return [...near, ...added.filter((name) => !near.includes(name))].slice(0, MAX_RENAMES);
}

function kindOf(routes: readonly RouteSchema[], field: string): unknown {
  const [schema] = schemasOf(routes, field);
  return schema?.['x-parameter'] ?? schema?.['type'];
}
