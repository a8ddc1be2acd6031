import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { baseline } from './migrations/0001-baseline/baseline.ts';
import { evaluationSubjects } from './migrations/0002-evaluation-subjects.ts';
import { cases } from './migrations/0003-cases.ts';
import { fingerprintKey } from './migrations/0004-fingerprint-key.ts';
import { gateLooks } from './migrations/0005-gate-looks.ts';
import { paidAttempts } from './migrations/0006-paid-attempts.ts';
import { evaluationVariables } from './migrations/0007-evaluation-variables.ts';
import { backupEntries } from './migrations/0008-backup-entries.ts';
import { setParameters } from './migrations/0009-set-parameters/set-parameters.ts';
import { webhooks } from './migrations/0010-webhooks.ts';
import { codeSources } from './migrations/0011-code-sources.ts';
import { auditEnvironments } from './migrations/0012-audit-environments.ts';
import { statusIndexes } from './migrations/0013-status-indexes.ts';
import { closedVotes } from './migrations/0014-closed-votes.ts';
import { recordChanges } from './migrations/0015-record-changes.ts';
import type { ColumnTypes, Migration } from './migrations/migration.ts';
import type { Db, DialectName } from './schema.ts';

export const MIGRATIONS: readonly Migration[] = [
  baseline,
  evaluationSubjects,
  cases,
  fingerprintKey,
  gateLooks,
  paidAttempts,
  evaluationVariables,
  backupEntries,
  setParameters,
  webhooks,
  codeSources,
  auditEnvironments,
  statusIndexes,
  closedVotes,
  recordChanges,
];

export const KNOWN_SCHEMA = MIGRATIONS.at(-1)?.number ?? 0;

const COLUMN_TYPES: Record<DialectName, ColumnTypes> = {
  sqlite: { dialect: 'sqlite', text: 'text', bytes: 'blob', real: 'real' },
  postgres: { dialect: 'postgres', text: 'text collate "C"', bytes: 'bytea', real: 'double precision' },
};

export interface WantedSchema {
  /** Names the database in messages. */
  readonly label: string;
  /** Number of the last migration to run. @defaultValue that of the newest */
  readonly schema?: number | undefined;
}

export interface MigrateOptions extends WantedSchema {
  readonly dialect: DialectName;
  /** @defaultValue all migrations */
  readonly migrations?: readonly Migration[];
}

/**
 * Brings the schema up to date, completely or not at all. Safe when many processes start at once: each migration first
 * claims its number, so that a concurrent process waits and finds it taken.
 *
 * @throws {WF_DATABASE} when a newer `wf` created the schema
 */
export async function migrate(db: Db, options: MigrateOptions): Promise<void> {
  const { dialect, label, schema = Number.MAX_SAFE_INTEGER } = options;
  const applied = await readVersion(db, dialect);
  const migrations = (options.migrations ?? MIGRATIONS).filter(({ number }) => number <= schema);
  const known = migrations.at(-1)?.number ?? 0;
  if (options.schema !== undefined && applied > known) throw otherSchema(label, applied, known);
  if (applied > known) throw newerSchema(label, applied, known);
  const missing = migrations.filter(({ number }) => number > applied);
  if (missing.length === 0) return;
  try {
    // Together: each commit waits for the disk, which for a new database takes longer than all statements.
    await db.transaction().execute(async (transaction) => {
      for (const migration of missing)
        if (await claim(transaction, migration, dialect)) await run(transaction, migration, COLUMN_TYPES[dialect]);
    });
  } catch (error) {
    // Another process applied them meanwhile, so this one failed on what exists already.
    if ((await readVersion(db, dialect)) < known) throw error;
  }
}

/** @throws {WF_DATABASE} when another release of `wf` created this database, which can only be read */
export async function requireNewest(db: Db, label: string): Promise<void> {
  const applied = await readVersion(db, 'sqlite');
  if (applied > KNOWN_SCHEMA) throw newerSchema(label, applied, KNOWN_SCHEMA);
  if (applied === KNOWN_SCHEMA) return;
  throw new UserError({
    code: 'WF_DATABASE',
    message: `${label} is from an older wf, and cannot be updated: it can only be read.`,
    nextSteps: ['Run any command of this wf where the file can be written'],
  });
}

/** Reads the number of the newest migration; 0 for a database without a schema. */
export async function readVersion(db: Db, dialect: DialectName): Promise<number> {
  const tables =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where name = 'wf_migrations'`
      : sql<{
          name: string;
        }>`select to_regclass('wf_migrations') as name where to_regclass('wf_migrations') is not null`;
  return (await tables.execute(db)).rows.length === 0 ? 0 : await readSchemaVersion(db);
}

/** Reads the number of the newest migration of a database with a schema. */
export async function readSchemaVersion(db: Db): Promise<number> {
  const newest = db.selectFrom('wf_migrations').select((the) => the.fn.max('number').as('number'));
  return (await newest.executeTakeFirst())?.number ?? 0;
}

async function claim(db: Db, { number, name }: Migration, dialect: DialectName): Promise<boolean> {
  // PostgreSQL's "if not exists" can still collide with a concurrent one: the lock lasts until the commit.
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(7205759403)`.execute(db);
  await sql`create table if not exists wf_migrations (
    number integer primary key, name text not null, applied_at text not null)`.execute(db);
  const claimed = await db
    .insertInto('wf_migrations')
    .values({ number, name, applied_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

async function run(db: Db, migration: Migration, types: ColumnTypes): Promise<void> {
  for (const statement of migration.statements(types)) await sql.raw(statement).execute(db);
  await migration.convert?.(db);
  if (migration.number === 1) {
    const project = { id: newId(), name: 'default', created_at: new Date().toISOString() };
    await db.insertInto('projects').values(project).execute();
  }
}

function newerSchema(label: string, applied: number, known: number): UserError {
  return new UserError({
    code: 'WF_DATABASE',
    message: `${label} was created by a newer wf: its schema is number ${applied}, and this wf knows up to ${known}.`,
    nextSteps: ['Update wf, or name another database: wf serve --data-dir DIR'],
    details: { applied, known },
  });
}

/** A move fills a database of the same schema. */
function otherSchema(label: string, applied: number, schema: number): UserError {
  return new UserError({
    code: 'WF_DATABASE',
    message: `${label} has the schema number ${applied}, and what is moved into it the older number ${schema}.`,
    nextSteps: ['Name a new database', 'Or start a service of this wf on the source first, which updates its schema'],
  });
}

/** Stores how far a move into this database has come; dropped when it is complete. */
export const MOVES_TABLE = 'wf_moves';

/**
 * Refuses a database that a move has not filled yet: missing rows would look deleted, and new ones would keep the move
 * from finishing.
 *
 * @throws {WF_DATABASE} when a move into it is unfinished
 */
export async function requireWhole(db: Db, dialect: DialectName, label: string): Promise<void> {
  const query =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name = ${MOVES_TABLE}`
      : sql`select 1 where to_regclass(${MOVES_TABLE}) is not null`;
  if ((await query.execute(db)).rows.length === 0) return;
  throw new UserError({
    code: 'WF_DATABASE',
    message: `${label} is incomplete: a wf move or wf restore into it has not finished.`,
    nextSteps: ['Run the same command again: it continues where it stopped', 'Or start with an empty database'],
  });
}
