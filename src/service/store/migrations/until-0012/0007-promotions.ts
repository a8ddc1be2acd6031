import type { Migration } from '../migration.ts';

/** The message, origin and evidence of a deploy to an environment; and the gate that protects an environment. */
export const promotions: Migration = {
  number: 7,
  name: 'promotions',
  statements: ({ text }) => [
    'alter table environments add column protection text',
    'alter table environment_revisions add column message text',
    'alter table environment_revisions add column restored_from integer',
    'alter table environment_revisions add column evidence text',
    `alter table environment_revisions add column evaluation_id ${text}`,
    `alter table environment_revisions add column baseline_evaluation_id ${text}`,
  ],
};
