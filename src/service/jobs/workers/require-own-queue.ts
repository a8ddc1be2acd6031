import { sql } from 'kysely';
import { UserError } from '../../../errors/wf-error.ts';
import type { Db } from '../../store/schema.ts';

interface Found {
  readonly tables: number;
  readonly isQueue: boolean;
}

/**
 * Looks at the schema of the queue before anything is done there: the queue's own package takes whatever it finds.
 *
 * @param known - number of the queue's tables that this version knows
 * @throws {WF_DATABASE} when they are from a newer `wf`, or somebody else's
 */
export async function requireOwnQueue(db: Db, schema: string, known: number): Promise<void> {
  const query = sql<Found>`select count(*)::integer as tables, to_regclass(${`${schema}.version`}) is not null as "isQueue"
    from pg_tables where schemaname = ${schema}`;
  const { tables = 0, isQueue = false } = (await query.execute(db)).rows[0] ?? {};
  if (tables === 0) return;
  if (!isQueue)
    throw refuse(`The schema ${schema} of the database holds something else than the queue of workers.`, OWN);
  const table = sql.table(`${schema}.version`);
  const [row] = (await sql<{ version: number }>`select version::integer as version from ${table}`.execute(db)).rows;
  if (row === undefined || row.version <= known) return;
  const numbers = `its version is ${row.version}, and this wf knows ${known}`;
  throw refuse(`The queue of workers in the database is from a newer wf: ${numbers}.`, NEWER);
}

const OWN = 'Rename that schema, or name a database that wf has for itself: --database-url URL';
const NEWER = 'Update wf here to the version of the other replicas and workers.';

function refuse(message: string, nextStep: string): UserError {
  return new UserError({ code: 'WF_DATABASE', message, nextSteps: [nextStep] });
}
