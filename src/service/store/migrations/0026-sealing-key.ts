import type { Migration } from './migration.ts';

/** The fingerprint of the key that secrets are sealed with: one row. */
export const sealingKey: Migration = {
  number: 26,
  name: 'sealing-key',
  statements: ({ text }) => [
    `create table sealing_key (id integer primary key, name ${text} not null, set_at ${text} not null)`,
  ],
};
