import type { Migration } from '../migration.ts';

/** Which process runs which evaluation, so that no two run the same, and others can take over a killed one's. */
export const evaluationLeases: Migration = {
  number: 2,
  name: 'evaluation-leases',
  statements: ({ text }) => [
    `create table evaluation_leases (
      evaluation_id ${text} primary key references evaluations (id) on delete cascade, owner ${text} not null,
      expires_at ${text} not null)`,
  ],
};
