import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Selects evaluations: by their ids, or all of an app or of human evaluations. */
export type EvaluationSet =
  | { readonly ids: readonly string[] }
  | { readonly appId: string }
  | { readonly humanEvaluationIds: readonly string[] };

/**
 * Deletes the stored outputs that only these evaluations have, with their scores. It runs before the evaluations are
 * deleted, in the same transaction.
 */
export async function deleteStoredOutputs(db: Db, set: EvaluationSet): Promise<void> {
  const own = db
    .selectFrom('evaluation_outcomes')
    .select('cell_hash')
    .where('cell_hash', 'is not', null)
    .where('evaluation_id', 'in', selectIds(db, set));
  const inOthers = db
    .selectFrom('evaluation_outcomes')
    .select('scenario_id')
    .where('cell_hash', '=', sql.ref<string>('cells.hash'))
    .where('evaluation_id', 'not in', selectIds(db, set));
  await db
    .deleteFrom('cells')
    .where('hash', 'in', own)
    .where((the) => the.not(the.exists(inOthers)))
    .execute();
  const judged = db.selectFrom('cells').select('hash').where('hash', '=', sql.ref<string>('scores.cell_hash'));
  await db
    .deleteFrom('scores')
    .where('cell_hash', 'in', own)
    .where((the) => the.not(the.exists(judged)))
    .execute();
}

function selectIds(db: Db, set: EvaluationSet) {
  const evaluations = db.selectFrom('evaluations').select('id');
  if ('ids' in set) return evaluations.where('id', 'in', set.ids);
  if ('appId' in set) return evaluations.where('app_id', '=', set.appId);
  return evaluations.where('human_evaluation_id', 'in', set.humanEvaluationIds);
}
