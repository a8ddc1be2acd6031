import { sql } from 'kysely';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Db, DialectName } from './schema.ts';

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
    message: `${label} is incomplete: a wf move into it has not finished.`,
    nextSteps: ['Run the same wf move again: it continues where it stopped', 'Or start with an empty database'],
  });
}
