import type { Migration } from './migration.ts';

/** Keys of model providers, and names of the organisation and the workspace. `null`: they have their first names. */
export const vault: Migration = {
  number: 28,
  name: 'vault',
  statements: ({ text }) => [
    `create table secrets (
      id ${text} primary key, name text, description text, kind ${text} not null, provider ${text} not null,
      sealed text not null, created_at ${text} not null, updated_at ${text} not null, modified_by ${text} not null,
      modified_by_id ${text} not null)`,
    'create index secrets_by_provider on secrets (provider, id)',
    'alter table projects add column organization_name text',
    'alter table projects add column organization_description text',
    'alter table projects add column workspace_name text',
    'alter table projects add column workspace_description text',
  ],
};
