import { findQueueVersion, readQueueTables } from '../queries/chunks.ts';
import { UserError } from '../../../errors/wf-error.ts';
import type { Db } from '../../store/schema.ts';

/**
 * Looks at the schema of the queue before anything is done there: the queue's own package takes whatever it finds.
 *
 * @param known - number of the queue's tables that this version knows
 * @throws {WF_DATABASE} when they are from a newer `wf`, or somebody else's
 */
export async function requireOwnQueue(db: Db, schema: string, known: number): Promise<void> {
  const { tables, isQueue } = await readQueueTables(db, schema);
  if (tables === 0) return;
  if (!isQueue)
    throw refuse(`The schema ${schema} of the database holds something else than the queue of workers.`, OWN);
  const version = await findQueueVersion(db, schema);
  if (version === null || version <= known) return;
  const numbers = `its version is ${version}, and this wf knows ${known}`;
  throw refuse(`The queue of workers in the database is from a newer wf: ${numbers}.`, NEWER);
}

const OWN = 'Rename that schema, or name a database that wf has for itself: --database-url URL';
const NEWER = 'Update wf here to the version of the other replicas and workers.';

function refuse(message: string, nextStep: string): UserError {
  return new UserError({ code: 'WF_DATABASE', message, nextSteps: [nextStep] });
}
