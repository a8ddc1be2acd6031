import type { Migration } from '../migration.ts';

/** Who changed what. Rows are only ever added: the database itself refuses other changes. */
export const auditLog: Migration = {
  number: 11,
  name: 'audit-log',
  statements: ({ text, dialect }) => [
    `create table audit_log (
      id ${text} primary key, created_at ${text} not null, request_id ${text} not null, key_id ${text} not null,
      key_name ${text} not null, role ${text} not null, action ${text} not null, kind ${text} not null,
      record_id ${text}, name ${text}, app_id ${text}, before_id ${text}, after_id ${text}, summary text)`,
    'create index audit_log_by_app on audit_log (app_id, id)',
    'create index audit_log_by_time on audit_log (created_at)',
    ...(dialect === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS),
  ],
};

const SQLITE_TRIGGERS = [
  ...['update', 'delete'].map(
    (event) =>
      `create trigger audit_log_no_${event} before ${event} on audit_log
        begin select raise(abort, 'The audit log only grows'); end`,
  ),
  // "insert or replace" deletes without firing the trigger above.
  `create trigger audit_log_no_replace before insert on audit_log
    when exists (select 1 from audit_log where id = new.id)
    begin select raise(abort, 'The audit log only grows'); end`,
];

const POSTGRES_TRIGGERS = [
  `create function audit_log_only_grows() returns trigger language plpgsql as
    $$ begin raise exception 'The audit log only grows'; end $$`,
  `create trigger audit_log_only_grows before update or delete or truncate on audit_log
    for each statement execute function audit_log_only_grows()`,
];
