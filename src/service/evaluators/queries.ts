import { readWithin } from '../store/read-within.ts';
import { EvaluatorName } from '../../contract/validation/fields.ts';
import { evaluatorOfSpec, hasSettings, toShortKey } from '../../evaluation/evaluators/definition/spec-name.ts';
import { requireNewName } from '../store/names/require-new-name.ts';
import type { PageAfter } from '../store/page.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import { type Database, type Db, fromJson } from '../store/schema.ts';
import { CANDIDATES, missingRecord } from '../store/insert-rows.ts';

export type EvaluatorConfigRow = Database['evaluator_configs'];

/** @throws {WF_NOT_FOUND} with similar configurations */
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

export async function readEvaluatorConfigs(db: Db, appId: string, { after, limit }: PageAfter<string>) {
  const rows = db
    .selectFrom('evaluator_configs')
    .selectAll()
    .where('app_id', '=', appId)
    .where('id', '>', after)
    .orderBy('id');
  return await readWithin(rows, ['settings_values'], limit);
}

interface EvaluatorNameScope {
  readonly appId: string;
  /** Key of the evaluator that gets the name. */
  readonly evaluatorKey: string;
  readonly exceptId: string | null;
}

/** A name that the command line gives to an evaluator with settings is that specification, with its separators. */
export async function requireEvaluatorName(
  db: Db,
  name: string,
  { appId, evaluatorKey, exceptId }: EvaluatorNameScope,
): Promise<string> {
  const isGenerated = hasSettings(name) && [evaluatorKey, toShortKey(evaluatorKey)].includes(evaluatorOfSpec(name));
  const scope = { table: 'evaluator_configs', within: { app_id: appId }, rule: EvaluatorName } as const;
  return await requireNewName(db, name, { kind: 'an evaluator', ...scope, exceptId, isGenerated });
}

export async function insertEvaluatorConfig(db: Db, row: EvaluatorConfigRow): Promise<void> {
  await db.insertInto('evaluator_configs').values(row).execute();
}

export async function updateEvaluatorConfigRecord(
  db: Db,
  id: string,
  changes: Partial<Omit<EvaluatorConfigRow, 'id'>>,
): Promise<void> {
  await db.updateTable('evaluator_configs').set(changes).where('id', '=', id).execute();
}

export async function deleteEvaluatorConfigRecord(db: Db, id: string): Promise<void> {
  await db.deleteFrom('evaluator_configs').where('id', '=', id).execute();
}
