import type { Migration } from '../migration.ts';

/** The channel on which PostgreSQL announces changes to every replica. */
export const CHANNEL = 'wf_changes';

/**
 * Announces log lines and the progress of evaluations on commit, whichever process wrote them, even one of an older
 * version. SQLite has no announcements.
 */
export const announcements: Migration = {
  number: 16,
  name: 'announcements',
  statements: ({ dialect }) =>
    dialect === 'sqlite'
      ? []
      : [
          ...announceRows('app_logs', 'app_id', 'logs'),
          ...announceRows('evaluation_outcomes', 'evaluation_id', 'evaluation'),
          `create function wf_announce_evaluation() returns trigger language plpgsql as $$
            begin
              perform pg_notify('${CHANNEL}', 'evaluation:' || new.id);
              return null;
            end $$`,
          `create trigger evaluations_announced after update on evaluations for each row
            when (old.status is distinct from new.status) execute function wf_announce_evaluation()`,
        ],
};

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
