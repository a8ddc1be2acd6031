import type { Migration } from './migration.ts';

/** Tables that decide what a hosted call runs, and who may make it. */
const TABLES = [
  'apps',
  'bases',
  'variants',
  'variant_revisions',
  'deployments',
  'environments',
  'environment_revisions',
  'app_variable_versions',
  'keys',
];

/**
 * Notes every commit that changes these tables, whichever process made it: services cache what hosted calls run until
 * then. SQLite has one writer, which counts. On PostgreSQL a counter would make writers wait for each other: each
 * transaction adds a row of its own.
 */
export const callChanges: Migration = {
  number: 29,
  name: 'call-changes',
  statements: ({ dialect }) => [
    'create index variants_by_config_name on variants (app_id, config_name, id)',
    'create index apps_by_name on apps (name)',
    ...(dialect === 'sqlite' ? countChanges() : addChanges()),
  ],
};

function countChanges(): string[] {
  const events = ['insert', 'update', 'delete'];
  return [
    'create table call_changes (id integer primary key, version integer not null)',
    'insert into call_changes (id, version) values (1, 0)',
    ...TABLES.flatMap((table) =>
      events.map(
        (event) =>
          `create trigger ${table}_${event}_counted after ${event} on ${table}
            begin update call_changes set version = version + 1; end`,
      ),
    ),
  ];
}

function addChanges(): string[] {
  return [
    'create table call_changes (xid xid8 not null)',
    'create index call_changes_by_xid on call_changes (xid)',
    `create function wf_note_call_change() returns trigger language plpgsql as $$
      begin
        if current_setting('wf.noted_change', true) is distinct from pg_current_xact_id()::text then
          insert into call_changes (xid) values (pg_current_xact_id());
          perform set_config('wf.noted_change', pg_current_xact_id()::text, true);
        end if;
        return null;
      end $$`,
    ...TABLES.map(
      (table) =>
        `create trigger ${table}_noted after insert or update or delete on ${table}
          for each statement execute function wf_note_call_change()`,
    ),
  ];
}
