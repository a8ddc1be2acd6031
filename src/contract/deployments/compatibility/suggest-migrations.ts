import { findViolations } from '../check-parameters.ts';
import type { RouteSchema } from '../route-schema.ts';
import { closestNames } from '../../../errors/closest-names.ts';
import { fieldNamesOf, schemasOf } from './field-schemas.ts';
import { migrateParameters } from './migrate-parameters.ts';
import { formatMigration, type MigrationStep, parseMigration, toMigrationText } from './parse-migration.ts';

export interface SuggestMigrationsOptions {
  readonly field: string;
  readonly value: unknown;
  /** Routes that the stored configuration was written for. */
  readonly before: readonly RouteSchema[];
  readonly after: readonly RouteSchema[];
}

/**
 * Suggests migrations of one stored value, most likely first. Each has been tried: the new code accepts its result. A
 * rename is only suggested, since it looks the same as a removed field and an added one.
 */
export function suggestMigrations(options: SuggestMigrationsOptions): string[] {
  const { field, value, after } = options;
  const parameters = { [field]: value };
  return candidates(options)
    .map(formatMigration)
    .filter((text) => {
      const migrated = migrateParameters(parameters, [parseMigration(text)], after);
      return migrated.used.size > 0 && findViolations(after, migrated.parameters).length === 0;
    });
}

function candidates({ field, value, before, after }: SuggestMigrationsOptions): MigrationStep[] {
  const schemas = schemasOf(after, field);
  if (schemas.length === 0) {
    const renames = newNames(field, before, after).map((to): MigrationStep => ({ kind: 'rename', field, to }));
    return [...renames, { kind: 'drop', field }];
  }
  const choices = schemas.flatMap((schema) => (Array.isArray(schema['enum']) ? schema['enum'].map(String) : []));
  const from = toMigrationText(value);
  const maps = closestNames(from, [...new Set(choices)]).map((to): MigrationStep => ({ kind: 'map', field, from, to }));
  return [{ kind: 'clamp', field }, ...maps.slice(0, 1), { kind: 'default', field }];
}

const MOST_RENAMES = 2;

/** Finds added fields of the same kind as the removed one, similar names first. */
function newNames(field: string, before: readonly RouteSchema[], after: readonly RouteSchema[]): string[] {
  const old = new Set(fieldNamesOf(before));
  const kind = kindOf(before, field);
  const added = fieldNamesOf(after).filter((name) => !old.has(name) && kindOf(after, name) === kind);
  const near = closestNames(field, added);
  return [...near, ...added.filter((name) => !near.includes(name))].slice(0, MOST_RENAMES);
}

function kindOf(routes: readonly RouteSchema[], field: string): unknown {
  const [schema] = schemasOf(routes, field);
  return schema?.['x-parameter'] ?? schema?.['type'];
}
