import { type RawBuilder, sql } from 'kysely';

/** Conditions that lists of all kinds of records have. */
export interface CommonFilter {
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly search: string | undefined;
}

/** Columns of a list that the conditions are about. */
export interface CommonColumns {
  readonly created: string;
  readonly names: readonly string[];
}

/** Matches records by the time of their creation and by text in their names. */
export function isWanted(
  { since, until, search }: CommonFilter,
  { created, names }: CommonColumns,
): RawBuilder<boolean> {
  const conditions = [
    ...(since === undefined ? [] : [sql<boolean>`${sql.ref(created)} >= ${inUtc(since)}`]),
    ...(until === undefined ? [] : [sql<boolean>`${sql.ref(created)} < ${inUtc(until)}`]),
    ...(search === undefined ? [] : [containsText(names, search)]),
  ];
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Stored times have milliseconds, and are compared as text. */
function inUtc(time: string): string {
  return new Date(time).toISOString();
}

/** Both databases fold the case of ASCII letters only: PostgreSQL because names have the collation "C". */
function containsText(columns: readonly string[], text: string): RawBuilder<boolean> {
  const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const pattern = `%${lower.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const matches = columns.map((column) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}
