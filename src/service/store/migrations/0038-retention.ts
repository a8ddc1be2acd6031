import type { Migration } from './migration.ts';

/** How long which data is kept. An entry of the audit log may go once it was exported, and never before. */
export const retention: Migration = {
  number: 38,
  name: 'retention',
  statements: ({ text, dialect }) => [
    `create table retention_rules (
      id ${text} primary key, app_id ${text} references apps (id) on delete cascade, kind ${text} not null,
      seconds integer)`,
    `create unique index retention_rules_by_app on retention_rules (coalesce(app_id, ''), kind)`,
    `alter table audit_log add column export_id ${text}`,
    'create index audit_log_by_export on audit_log (export_id, id)',
    ...(dialect === 'sqlite' ? guardOnSqlite() : GUARD_ON_POSTGRES),
  ],
};

const ENTRY =
  'id created_at request_id key_id key_name role action kind record_id name app_id before_id after_id summary'.split(
    ' ',
  );

/** Only the note of an export may be added to an entry. */
function guardOnSqlite(): string[] {
  const changed = ENTRY.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    'drop trigger audit_log_no_update',
    'drop trigger audit_log_no_delete',
    `create trigger audit_log_no_update before update on audit_log
      when old.export_id is not null or new.export_id is null or ${changed}
      begin select raise(abort, 'The audit log only grows'); end`,
    `create trigger audit_log_no_delete before delete on audit_log when old.export_id is null
      begin select raise(abort, 'The audit log only grows'); end`,
  ];
}

const GUARD_ON_POSTGRES = [
  'drop trigger audit_log_only_grows on audit_log',
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
