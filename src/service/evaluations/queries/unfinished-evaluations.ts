import { UNFINISHED } from '../../../contract/evaluations/evaluation-status.ts';
import type { Db } from '../../store/schema.ts';
import type { EvaluationRow } from './evaluations.ts';

/** Lists the ids of the evaluations that wait or run, oldest first. */
export async function listUnfinished(db: Db): Promise<string[]> {
  const query = db.selectFrom('evaluations').select('id').where('status_value', 'in', UNFINISHED).orderBy('id');
  return (await query.execute()).map((row) => row.id);
}

/** Answers whether an evaluation waits or runs. */
export async function isUnfinishedNow(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('evaluations').select('id').where('id', '=', id);
  return (await query.where('status_value', 'in', UNFINISHED).executeTakeFirst()) !== undefined;
}

/** Changes an evaluation that waits or runs. @returns false when it was cancelled or deleted meanwhile */
export async function updateUnfinished(db: Db, id: string, changes: Partial<EvaluationRow>): Promise<boolean> {
  const updated = await db
    .updateTable('evaluations')
    .set(changes)
    .where('id', '=', id)
    .where('status_value', 'in', UNFINISHED)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
