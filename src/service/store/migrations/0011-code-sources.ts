import type { Migration } from './migration.ts';

/** Stores with each deployment the commit that its code was built from, as JSON. */
export const codeSources: Migration = {
  number: 11,
  name: 'code sources',
  statements: () => ['alter table deployments add column source text'],
};
