import type { Migration } from '../migration.ts';

/** Outputs that a run is computing, so that two runs that need the same pay for it once. */
export const cellClaims: Migration = {
  number: 19,
  name: 'cell-claims',
  statements: ({ text }) => [
    `create table cell_claims (
      owner ${text} primary key, code ${text} not null, cells ${text} not null, expires_at ${text} not null)`,
  ],
};
