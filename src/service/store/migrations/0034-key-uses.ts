import type { Migration } from './migration.ts';

/**
 * When each key was last used. Not a column of `keys`: a change there makes services forget what hosted calls run.
 */
export const keyUses: Migration = {
  number: 34,
  name: 'key-uses',
  statements: ({ text }) => [
    `create table key_uses (
      key_id ${text} primary key references keys (id) on delete cascade, used_at ${text} not null)`,
  ],
};
