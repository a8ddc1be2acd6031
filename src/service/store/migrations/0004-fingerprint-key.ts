import type { Migration } from './migration.ts';

/** Stores the key that hashes the variables of workflows, at most one row: stored outputs depend on them. */
export const fingerprintKey: Migration = {
  number: 4,
  name: 'fingerprint key',
  statements: () => ['create table fingerprint_key (id integer primary key, sealed text not null)'],
};
