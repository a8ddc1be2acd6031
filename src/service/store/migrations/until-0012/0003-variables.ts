import type { Migration } from '../migration.ts';

/** Environment variables of workflows, sealed, and a number per app that is incremented when one of them changes. */
export const variables: Migration = {
  number: 3,
  name: 'variables',
  statements: ({ text }) => [
    `create table app_variables (
      app_id ${text} not null references apps (id) on delete cascade, name ${text} not null, sealed text not null,
      updated_at ${text} not null, modified_by ${text} not null, primary key (app_id, name))`,
    `create table app_variable_versions (
      app_id ${text} primary key references apps (id) on delete cascade, version integer not null)`,
  ],
};
