import type { Migration } from '../migration.ts';

/** What replicas share: the codes that sign a page in, and the location of a bundle outside of this database. */
export const replicas: Migration = {
  number: 12,
  name: 'replicas',
  statements: ({ text }) => [
    `create table page_codes (sha256 ${text} primary key, expires_at ${text} not null)`,
    `alter table artifacts add column location text`,
  ],
};
