import { Kysely, sql } from 'kysely';
import { UserError } from '../../../../foundation/errors/wf-error.ts';
import { readSealingKey } from '../../../secrets/queries/sealing-key.ts';
import { KNOWN_SCHEMA, readVersion } from '../../../store/migrate.ts';
import type { Database, Db } from '../../../store/schema.ts';
import { createSqliteDialect } from '../../../store/sqlite-dialect.ts';

/** What a backup says of itself. */
export interface BackupFacts {
  /** Number of its schema. */
  readonly schema: number;
  /** Fingerprint of the key that its secrets are sealed with; `null`: it has no secrets. */
  readonly key: string | null;
}

const BUSY_MS = 5000;

/**
 * Reads a backup without changing it.
 *
 * @throws {WF_INVALID_INPUT} when it is no backup, is damaged, or is from a newer `wf`
 */
export async function inspectBackup(file: string): Promise<BackupFacts> {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  try {
    const db = new Kysely<Database>({
      dialect: createSqliteDialect(() => new DatabaseSync(file, { readOnly: true }), BUSY_MS),
    });
    try {
      return await inspect(db, file);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw invalid(
      `${file} cannot be read as a backup: ${error instanceof Error ? error.message : String(error)}.`,
      error,
    );
  }
}

async function inspect(db: Db, file: string): Promise<BackupFacts> {
  const schema = await readVersion(db, 'sqlite');
  if (schema === 0) throw invalid(`${file} is not a backup of wf.`);
  if (schema > KNOWN_SCHEMA) {
    throw invalid(`${file} is from a newer wf: its schema is ${schema}, and this wf knows ${KNOWN_SCHEMA}.`);
  }
  const { rows: problems } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const [problem] = problems;
  if (problem?.quick_check !== 'ok') throw invalid(`${file} is damaged: ${problem?.quick_check ?? 'unknown'}.`);
  return { schema, key: await readSealingKey(db) };
}

function invalid(message: string, cause?: unknown): UserError {
  return new UserError({ code: 'WF_INVALID_INPUT', message, cause });
}
