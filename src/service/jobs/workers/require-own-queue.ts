import { findQueueVersion, readQueueTables } from '../queries/chunks.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import type { Db } from '../../store/schema.ts';

/**
 * Checks the schema of the queue before its package uses whatever it finds there.
 *
 * @param known - newest version of the queue's tables that this program knows
 * @throws {WF_DATABASE} when they are from a newer `wf`, or not the queue's
 */
export async function requireOwnQueue(db: Db, schema: string, known: number): Promise<void> {
  const { tables, isQueue } = await readQueueTables(db, schema);
  if (tables === 0) return;
  if (!isQueue)
    throw refuse(`The schema ${schema} of the database contains tables that do not belong to the worker queue.`, OWN);
  const version = await findQueueVersion(db, schema);
  if (version === null || version <= known) return;
  const numbers = `its version is ${version}, and this wf knows ${known}`;
  throw refuse(`The worker queue in the database is from a newer wf: ${numbers}.`, NEWER);
}

const OWN = 'Rename that schema, or use a database of its own for wf: --database-url URL';
const NEWER = 'Update wf here to the version of the other replicas and workers.';

function refuse(message: string, nextStep: string): UserError {
  return new UserError({ code: 'WF_DATABASE', message, nextSteps: [nextStep] });
}
