import type { Migration } from '../migration.ts';

/** What targets of evaluations refused, so that all workers that call a target respect the refusals of each. */
export const targetRefusals: Migration = {
  number: 18,
  name: 'target-refusals',
  statements: ({ text }) => [
    `create table target_refusals (
      target ${text} primary key, refusals integer not null, closed_until ${text} not null, updated_at ${text} not null)`,
  ],
};
