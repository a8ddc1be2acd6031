import type { Migration } from '../migration.ts';

/**
 * How many requests a minute a key may make, when its last one would have come at the steady rate, and its sessions.
 */
export const keyLimits: Migration = {
  number: 9,
  name: 'key-limits',
  statements: ({ text, real }) => [
    'alter table keys add column rate_limit integer',
    `alter table keys add column session_of ${text}`,
    `create table key_rates (key_id ${text} primary key, arrives_at ${real} not null)`,
  ],
};
