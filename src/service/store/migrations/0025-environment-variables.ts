import type { Migration } from './migration.ts';

/**
 * Environment variables of one environment, in sets that never change; each revision of the environment names its set. A
 * protected environment keeps the app's variables that its workflow has had until now as its own.
 */
export const environmentVariables: Migration = {
  number: 25,
  name: 'environment-variables',
  statements: ({ text }) => [
    `create table environment_variables (
      set_id ${text} not null, environment_id ${text} not null references environments (id) on delete cascade,
      name ${text} not null, sealed text not null, updated_at ${text} not null, modified_by ${text} not null,
      primary key (set_id, name))`,
    'create index environment_variables_by_environment on environment_variables (environment_id)',
    `alter table environments add column variables_id ${text}`,
    `alter table environment_revisions add column variables_id ${text}`,
    `insert into environment_variables (set_id, environment_id, name, sealed, updated_at, modified_by)
      select environments.id, environments.id, app_variables.name, sealed, updated_at, modified_by
      from environments join app_variables on app_variables.app_id = environments.app_id
      where protection is not null`,
    `update environments set variables_id = id where id in (select environment_id from environment_variables)`,
    `update environment_revisions set variables_id = environment_id
      where environment_id in (select environment_id from environment_variables)`,
  ],
};
