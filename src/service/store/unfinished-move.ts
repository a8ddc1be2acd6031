import { sql } from 'kysely';
import { UserError } from '../../errors/wf-error.ts';
import type { Db, DialectName } from './schema.ts';

/** Holds how far a move into this database came; gone when all of it is here. */
export const MOVES_TABLE = 'wf_moves';

/**
 * Refuses a database that a move has not filled yet: what is missing would look deleted, and what is written would keep the
 * move from ending.
 *
 * @throws {WF_DATABASE} when a move into it has not ended
 */
export async function requireWhole(db: Db, dialect: DialectName, label: string): Promise<void> {
  const asked =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name = ${MOVES_TABLE}`
      : sql`select 1 where to_regclass(${MOVES_TABLE}) is not null`;
  if ((await asked.execute(db)).rows.length === 0) return;
  throw new UserError({
    code: 'WF_DATABASE',
    message: `${label} holds a part of another one: a wf move into it has not ended.`,
    nextSteps: ['Give the same wf move again: it goes on where it was', 'Or begin with an empty database'],
  });
}
