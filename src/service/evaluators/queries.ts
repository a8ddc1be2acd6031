import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import { fromJson } from '../store/json-column.ts';
import { CANDIDATES, missingRecord } from '../store/missing-record.ts';
import type { Database, Db } from '../store/schema.ts';

export type EvaluatorConfigRow = Database['evaluator_configs'];

/** @throws {WF_NOT_FOUND} naming the configurations that are near */
export async function requireEvaluatorConfig(db: Db, id: string): Promise<EvaluatorConfigRow> {
  const found = await db.selectFrom('evaluator_configs').selectAll().where('id', '=', id).executeTakeFirst();
  if (found !== undefined) return found;
  const candidates = await db
    .selectFrom('evaluator_configs')
    .select(['id', 'name'])
    .orderBy('id')
    .limit(CANDIDATES)
    .execute();
  throw missingRecord('evaluator configuration', id, candidates);
}

export function toEvaluatorConfig(row: EvaluatorConfigRow): EvaluatorConfig {
  return {
    id: row.id,
    name: row.name,
    project_id: row.project_id,
    evaluator_key: row.evaluator_key,
    settings_values: row.settings_values === null ? null : fromJson<Record<string, unknown>>(row.settings_values),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
