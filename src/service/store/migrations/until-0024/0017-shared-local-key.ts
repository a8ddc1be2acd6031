import type { Migration } from '../migration.ts';

/** The local key, sealed, so that replicas with the same secret share one. */
export const sharedLocalKey: Migration = {
  number: 17,
  name: 'shared-local-key',
  statements: ({ text }) => [`alter table keys add column sealed ${text}`],
};
