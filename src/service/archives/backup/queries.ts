import { Kysely, sql } from 'kysely';
import { isWfError, messageOf, UserError } from '../../../foundation/errors/wf-error.ts';
import { readSealingKey } from '../../secrets/queries.ts';
import { damaged } from '../../store/explain-database-error.ts';
import { KNOWN_SCHEMA, readVersion } from '../../store/migrate.ts';
import type { Database, Db } from '../../store/schema.ts';
import { createSqliteDialect } from '../../store/sqlite-dialect.ts';
import { appendChanges, authorOf } from '../../audit/queries.ts';

export interface BackupFacts {
  readonly schema: number;
  /** Fingerprint of the key that its secrets are sealed with; `null`: it has no secrets. */
  readonly key: string | null;
}

const BUSY_MS = 5000;

/**
 * Reads what a backup needs, and checks that it is whole.
 *
 * @param name - what messages call it, such as the database that it was copied from
 * @throws {WF_INVALID_INPUT} when it is not a backup, is damaged, or is from a newer `wf`
 */
export async function inspectBackup(file: string, name = file): Promise<BackupFacts> {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  try {
    const db = new Kysely<Database>({
      dialect: createSqliteDialect(() => new DatabaseSync(file, { readOnly: true }), BUSY_MS),
    });
    try {
      return await inspect(db, name);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (isWfError(error)) throw error;
    throw invalid(`${name} cannot be read as a backup: ${messageOf(error)}.`, error);
  }
}

async function inspect(db: Db, name: string): Promise<BackupFacts> {
  const schema = await readVersion(db, 'sqlite');
  if (schema === 0) throw invalid(`${name} is not a backup of wf.`);
  if (schema > KNOWN_SCHEMA)
    throw invalid(`${name} is from a newer wf: its schema is ${schema}, and this wf knows ${KNOWN_SCHEMA}.`);
  const { rows: problems } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const [problem] = problems;
  if (problem?.quick_check !== 'ok') throw damaged(name, problem?.quick_check ?? 'unknown');
  return { schema, key: await readSealingKey(db) };
}

function invalid(message: string, cause?: unknown): UserError {
  return new UserError({ code: 'WF_INVALID_INPUT', message, cause });
}

export interface RevokedAccess {
  readonly sessions: number;
  /** Codes that sign a page in. */
  readonly codes: number;
  /** Operators' keys that machines made for themselves; each makes another when it starts. */
  readonly local_keys: number;
}

/** Revokes access that belongs to the time and the machine of a backup. People's keys stay. */
export async function revokeRestored(db: Db, now: string): Promise<RevokedAccess> {
  const sessions = await db.deleteFrom('keys').where('session_of', 'is not', null).executeTakeFirst();
  const codes = await db.deleteFrom('page_codes').executeTakeFirst();
  const local = await db
    .deleteFrom('keys')
    .where('name', '=', 'local')
    .where('prefix', 'in', (the) =>
      the
        .selectFrom('audit_log')
        .select('record_id')
        .where('action', '=', 'createKey')
        .where('key_id', '=', 'wf')
        .where('record_id', 'is not', null)
        .$castTo<{ record_id: string }>(),
    )
    .executeTakeFirst();
  const revoked = {
    sessions: Number(sessions.numDeletedRows),
    codes: Number(codes.numDeletedRows),
    local_keys: Number(local.numDeletedRows),
  };
  const summary = `backup restored; revoked ${revoked.sessions} sessions and ${revoked.local_keys} local keys`;
  await appendChanges(db, [{ kind: 'key', name: 'local', summary }], authorOf('restore', now));
  return revoked;
}

const ACTION = 'backup';

/** Notes in the audit log that a backup was made. It is all that a backup writes to the database. */
export async function noteBackup(db: Db, now: string): Promise<void> {
  await appendChanges(db, [{ kind: 'service', summary: 'backed up' }], authorOf(ACTION, now));
}

/** Notes a backup of a SQLite file, which may be in use, whatever its schema. */
export async function noteSqliteBackup(file: string, now: string): Promise<void> {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const db = new Kysely<Database>({ dialect: createSqliteDialect(() => new DatabaseSync(file), BUSY_MS) });
  try {
    await noteBackup(db, now);
  } finally {
    await db.destroy();
  }
}

/** Reads when a backup was last made, RFC 3339 in UTC; `null`: none is known. */
export async function readLastBackup(db: Db): Promise<string | null> {
  const newest = db.selectFrom('audit_log').select((the) => the.fn.max('created_at').as('at'));
  // Written out, so that both databases use the index of just these entries.
  return (await newest.where('action', '=', sql.lit(ACTION)).executeTakeFirst())?.at ?? null;
}
