import type { Migration } from '../migration.ts';

/** The apps that a key reaches, and the app that a test set belongs to. `null`: all apps, and none. */
export const reach: Migration = {
  number: 24,
  name: 'reach',
  statements: ({ text }) => [
    'alter table keys add column app_ids text',
    `alter table testsets add column app_id ${text} references apps (id) on delete set null`,
    `alter table testset_revisions add column app_id ${text} references apps (id) on delete cascade`,
    'create index testsets_by_app on testsets (app_id)',
  ],
};
