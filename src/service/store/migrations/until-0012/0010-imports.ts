import type { Migration } from '../migration.ts';

/** Unfinished imports: all their pages are stored here before the first row counts. */
export const imports: Migration = {
  number: 10,
  name: 'imports',
  statements: ({ text }) => [
    `create table imports (
      id ${text} primary key, manifest text not null, created_by ${text} not null, created_at ${text} not null)`,
    `create table import_pages (
      import_id ${text} not null references imports (id) on delete cascade, table_name ${text} not null,
      page integer not null, rows text not null, primary key (import_id, table_name, page))`,
  ],
};
