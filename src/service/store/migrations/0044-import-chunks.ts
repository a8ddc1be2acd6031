import type { Migration } from './migration.ts';

/** Pages of imports that are longer than a chunk. Their rows in `import_pages` are empty. */
export const importChunks: Migration = {
  number: 44,
  name: 'import-chunks',
  statements: ({ text, bytes }) => [
    `create table import_chunks (
      import_id ${text} not null references imports (id) on delete cascade,
      table_name ${text} not null,
      page integer not null,
      position integer not null,
      bytes ${bytes} not null,
      primary key (import_id, table_name, page, position))`,
  ],
};
