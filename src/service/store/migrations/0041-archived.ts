import type { Migration } from './migration.ts';

/** When variants, evaluations and test sets were archived; null: they are not. */
export const archived: Migration = {
  number: 41,
  name: 'archived',
  statements: ({ text }) => [
    `alter table variants add column archived_at ${text}`,
    `alter table evaluations add column archived_at ${text}`,
    `alter table testsets add column archived_at ${text}`,
    // Counts those that are not archived without reading their records.
    'drop index evaluations_listed',
    'create index evaluations_listed on evaluations (app_id, human_evaluation_id, id, created_at, archived_at)',
  ],
};
