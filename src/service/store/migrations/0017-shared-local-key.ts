import type { Migration } from './migration.ts';

/** The key of the machines themselves, sealed, so that replicas which have the same secret share one. */
export const sharedLocalKey: Migration = {
  number: 17,
  name: 'shared-local-key',
  statements: ({ text }) => [`alter table keys add column sealed ${text}`],
};
