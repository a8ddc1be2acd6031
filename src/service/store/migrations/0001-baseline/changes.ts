import type { ColumnTypes } from '../migration.ts';

/** The channel on which PostgreSQL announces changes to every replica. */
export const CHANNEL = 'wf_changes';

/** Tables that decide what a hosted call runs, and who may make it. */
const CALLED_TABLES = [
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
 * Notes every commit that changes what hosted calls run, whichever process made it: services cache that until then.
 * SQLite has one writer, which counts. On PostgreSQL a counter would make writers wait for each other: each transaction
 * adds a row of its own.
 */
export function callChanges({ dialect }: ColumnTypes): string[] {
  if (dialect === 'sqlite') {
    return [
      'create table call_changes (id integer primary key, version integer not null)',
      'insert into call_changes (id, version) values (1, 0)',
      ...CALLED_TABLES.flatMap((table) => ['insert', 'update', 'delete'].map((event) => countOn(event, table))),
    ];
  }
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
    ...CALLED_TABLES.map(
      (table) =>
        `create trigger ${table}_noted after insert or update or delete on ${table}
          for each statement execute function wf_note_call_change()`,
    ),
  ];
}

function countOn(event: string, table: string): string {
  return `create trigger ${table}_${event}_counted after ${event} on ${table}
    begin update call_changes set version = version + 1; end`;
}

const NOTE_REVISION = `update variants set newest_revision = new.revision
  where id = new.variant_id and (newest_revision is null or newest_revision < new.revision);`;
const NOTE_DEPLOYMENT = `update bases set newest_deployment_id = new.id
  where id = new.base_id and (newest_deployment_id is null or newest_deployment_id < new.id);`;
const FORGET_DEPLOYMENT = `update bases
  set newest_deployment_id = (select max(id) from deployments where base_id = bases.id)
  where newest_deployment_id = old.id;`;

/** Keeps a variant's newest revision and a base's newest deployment on their rows, so that lists look up neither. */
export function newestOnRows({ dialect }: ColumnTypes): string[] {
  if (dialect === 'sqlite') {
    return [
      `create trigger variant_revisions_newest after insert on variant_revisions begin ${NOTE_REVISION} end`,
      `create trigger deployments_newest after insert on deployments begin ${NOTE_DEPLOYMENT} end`,
      `create trigger deployments_newest_gone after delete on deployments begin ${FORGET_DEPLOYMENT} end`,
    ];
  }
  return [
    `create function wf_note_revision() returns trigger language plpgsql as
      $$ begin ${NOTE_REVISION} return null; end $$`,
    `create function wf_note_deployment() returns trigger language plpgsql as
      $$ begin ${NOTE_DEPLOYMENT} return null; end $$`,
    `create function wf_forget_deployment() returns trigger language plpgsql as
      $$ begin ${FORGET_DEPLOYMENT} return null; end $$`,
    `create trigger variant_revisions_newest after insert on variant_revisions
      for each row execute function wf_note_revision()`,
    `create trigger deployments_newest after insert on deployments
      for each row execute function wf_note_deployment()`,
    `create trigger deployments_newest_gone after delete on deployments
      for each row execute function wf_forget_deployment()`,
  ];
}

/** Announces log lines and the progress of evaluations on commit. SQLite has no announcements. */
export function changeAnnouncements({ dialect }: ColumnTypes): string[] {
  if (dialect === 'sqlite') return [];
  return [
    ...announceRows('app_logs', 'app_id', 'logs'),
    ...announceRows('evaluation_outcomes', 'evaluation_id', 'evaluation'),
    `create function wf_announce_evaluation() returns trigger language plpgsql as $$
            begin
              perform pg_notify('${CHANNEL}', 'evaluation:' || new.id);
              return null;
            end $$`,
    `create trigger evaluations_announced after update on evaluations for each row
      when (old.status is distinct from new.status) execute function wf_announce_evaluation()`,
  ];
}

/** Announces rows that were added together once for each record they belong to. */
function announceRows(table: string, column: string, topic: string): string[] {
  return [
    `create function wf_announce_${table}() returns trigger language plpgsql as $$
      begin
        perform pg_notify('${CHANNEL}', '${topic}:' || record.id)
          from (select distinct ${column} as id from added) as record;
        return null;
      end $$`,
    `create trigger ${table}_announced after insert on ${table} referencing new table as added
      for each statement execute function wf_announce_${table}()`,
  ];
}

const AUDIT_COLUMNS =
  'id created_at request_id key_id key_name role action kind record_id name app_id before_id after_id summary'.split(
    ' ',
  );

/** Only the note of an export may be added to an entry of the audit log; an entry may be deleted after its export. */
export function auditTriggers({ dialect }: ColumnTypes): string[] {
  return dialect === 'sqlite' ? auditTriggersOfSqlite() : AUDIT_TRIGGERS_OF_POSTGRES;
}

function auditTriggersOfSqlite(): string[] {
  const changed = AUDIT_COLUMNS.map((column) => `old.${column} is not new.${column}`).join(' or ');
  const refuse = `begin select raise(abort, 'The audit log only grows'); end`;
  return [
    `create trigger audit_log_no_update before update on audit_log
      when old.export_id is not null or new.export_id is null or ${changed} ${refuse}`,
    `create trigger audit_log_no_delete before delete on audit_log when old.export_id is null ${refuse}`,
    // "insert or replace" deletes without firing the trigger above.
    `create trigger audit_log_no_replace before insert on audit_log
      when exists (select 1 from audit_log where id = new.id) ${refuse}`,
  ];
}

const AUDIT_TRIGGERS_OF_POSTGRES = [
  `create function audit_log_only_grows() returns trigger language plpgsql as
    $$ begin raise exception 'The audit log only grows'; end $$`,
  `create trigger audit_log_not_emptied before truncate on audit_log
    for each statement execute function audit_log_only_grows()`,
  `create function audit_log_keeps_entries() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.export_id is not null then return old; end if;
      if tg_op = 'UPDATE' and old.export_id is null and new.export_id is not null
        and to_jsonb(old) - 'export_id' = to_jsonb(new) - 'export_id' then return new; end if;
      raise exception 'The audit log only grows';
    end $$`,
  `create trigger audit_log_keeps_entries before update or delete on audit_log
    for each row execute function audit_log_keeps_entries()`,
];
