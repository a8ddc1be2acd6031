import type { ColumnTypes, Migration } from './migration.ts';

/** Stores with each entry of the audit log the environment that it is about; the summaries of earlier ones tell it. */
export const auditEnvironments: Migration = {
  number: 12,
  name: 'audit environments',
  statements: (types) => [
    `alter table audit_log add column environment ${types.text}`,
    ...unlocked(types, [
      "update audit_log set environment = name where kind = 'environment'",
      `update audit_log set environment = (
        select environments.name from environments
        where environments.app_id = audit_log.app_id and (${[...isAbout('set'), ...isAbout('unset')].join(' or ')})
        order by length(environments.name) desc limit 1)
      where kind = 'variable'`,
    ]),
  ],
};

/** The summary of a change of a variable, as in `set in production as revision 3`. */
function isAbout(verb: string): string[] {
  const text = `'${verb} in ' || environments.name`;
  const begin = `${text} || ' as revision '`;
  return [`summary = ${text}`, `substr(summary, 1, length(${begin})) = ${begin}`];
}

const COLUMNS =
  'id created_at request_id key_id key_name role action kind record_id name app_id before_id after_id summary environment';

/** Runs changes that the audit log refuses. SQLite's trigger names the columns that it protects. */
function unlocked({ dialect }: ColumnTypes, statements: readonly string[]): string[] {
  if (dialect === 'postgres') {
    const toggle = (verb: string) => `alter table audit_log ${verb} trigger audit_log_keeps_entries`;
    return [toggle('disable'), ...statements, toggle('enable')];
  }
  const changed = COLUMNS.split(' ').map((column) => `old.${column} is not new.${column}`);
  return [
    'drop trigger audit_log_no_update',
    ...statements,
    `create trigger audit_log_no_update before update on audit_log
      when old.export_id is not null or new.export_id is null or ${changed.join(' or ')}
      begin select raise(abort, 'The audit log only grows'); end`,
  ];
}
