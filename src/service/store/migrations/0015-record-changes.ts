import { CHANNEL } from './0001-baseline/changes.ts';
import type { Migration } from './migration.ts';

/** What wakes those who follow changes of records. */
export const RECORDS_TOPIC = 'records';

/** Changes that SQLite keeps; who missed more reads everything anew. */
const KEPT = 10_000;

/** Where changes of records are seen: the event, its condition, and app, kind and id of what changed. */
interface Source {
  readonly name: string;
  readonly on: string;
  readonly when?: Readonly<Record<'sqlite' | 'postgres', string>>;
  readonly changed: string;
}

const OF_HUMAN_EVALUATION = `(select app_id from human_evaluations where id = new.human_evaluation_id), 'human evaluation',
  new.human_evaluation_id`;

/**
 * The audit log has each change that a request asked for. Workers move evaluations on without one, and voters came by a
 * link.
 */
const SOURCES: readonly Source[] = [
  { name: 'audit_log_told', on: 'insert on audit_log', changed: 'new.app_id, new.kind, new.record_id' },
  {
    name: 'evaluations_told',
    on: 'update on evaluations',
    when: {
      sqlite: 'old.status_value is not new.status_value',
      postgres: 'old.status_value is distinct from new.status_value',
    },
    changed: `new.app_id, case when new.human_evaluation_id is null then 'evaluation' else 'human evaluation' end,
      coalesce(new.human_evaluation_id, new.id)`,
  },
  ...['human_votes', 'human_voters'].flatMap((table) =>
    ['insert', 'update'].map((event) => ({
      name: `${table}_${event}_told`,
      on: `${event} on ${table}`,
      changed: OF_HUMAN_EVALUATION,
    })),
  ),
];

/**
 * Notes which records change, in the transaction of the change, whichever process made it: pages that show them follow.
 * SQLite has one writer, so that its numbers are in the order of the commits. On PostgreSQL a transaction may become
 * visible after later ones: its number tells whether a reader has seen it.
 */
export const recordChanges: Migration = {
  number: 15,
  name: 'record changes',
  statements: ({ dialect, text }) => {
    const columns = `app_id ${text}, kind ${text} not null, record_id ${text}`;
    if (dialect === 'sqlite') {
      return [
        `create table record_changes (id integer primary key autoincrement, ${columns})`,
        ...SOURCES.map(
          ({ name, on, when, changed }) =>
            `create trigger ${name} after ${on} ${when === undefined ? '' : `when ${when.sqlite}`} begin
              insert into record_changes (app_id, kind, record_id) select ${changed};
              delete from record_changes where id <= last_insert_rowid() - ${KEPT};
            end`,
        ),
      ];
    }
    return [
      `create table record_changes (xid xid8 not null, at timestamptz not null, ${columns})`,
      'create index record_changes_by_xid on record_changes (xid)',
      ...SOURCES.flatMap(({ name, on, when, changed }) => [
        `create function wf_${name}() returns trigger language plpgsql as $$
          begin
            insert into record_changes (xid, at, app_id, kind, record_id)
              select pg_current_xact_id(), clock_timestamp(), ${changed};
            perform pg_notify('${CHANNEL}', '${RECORDS_TOPIC}');
            return null;
          end $$`,
        `create trigger ${name} after ${on} for each row
          ${when === undefined ? '' : `when (${when.postgres})`} execute function wf_${name}()`,
      ]),
    ];
  },
};
