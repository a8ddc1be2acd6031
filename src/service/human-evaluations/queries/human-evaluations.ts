import { readWithin } from '../../store/read-within.ts';
import { beginsWith, type PageStart } from '../../store/page.ts';
import { sql } from 'kysely';
import type { HumanEvaluation } from '../../../contract/human-evaluations/human-evaluation.ts';
import type { EvaluationStatus } from '../../../contract/evaluations/result.ts';
import { CANDIDATES, inBatches, missingRecord } from '../../store/insert-rows.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';
import { deleteStoredOutputs } from '../../store/deletion/delete-artifacts.ts';
import type { Change } from '../../operation/operation.ts';

export type HumanEvaluationRow = Database['human_evaluations'];

/** A variant as it was when the evaluation was created. */
export interface JudgedVariant {
  readonly id: string;
  readonly name: string;
  readonly revisionId: string;
  readonly revision: number;
}

/** @throws {WF_NOT_FOUND} with similar human evaluations */
export async function requireHumanEvaluation(db: Db, id: string): Promise<HumanEvaluationRow> {
  const found = await db.selectFrom('human_evaluations').selectAll().where('id', '=', id).executeTakeFirst();
  if (found !== undefined) return found;
  const ids = await db.selectFrom('human_evaluations').select('id').orderBy('id', 'desc').limit(CANDIDATES).execute();
  throw missingRecord('human evaluation', id, ids);
}

export function variantsOf({ variants }: Pick<HumanEvaluationRow, 'variants'>): JudgedVariant[] {
  return fromJson<JudgedVariant[]>(variants);
}

export function humanEvaluationChange(row: Pick<HumanEvaluationRow, 'id' | 'app_id' | 'variants'>): Change {
  const names = variantsOf(row).map(({ name, revision }) => `${name}@${revision}`);
  return { kind: 'human evaluation', id: row.id, name: names.join(', '), appId: row.app_id };
}

export async function toHumanEvaluations(db: Db, rows: readonly HumanEvaluationRow[]): Promise<HumanEvaluation[]> {
  const ids = rows.map(({ id }) => id);
  const generating = await readGenerating(db, ids);
  return rows.map((row) => toHumanEvaluation(row, statusOf(row.status, generating.get(row.id) ?? [])));
}

/** Chooses the status: that of voting, or before the first vote that of the evaluations which generate the outputs. */
function statusOf(stored: string, generating: readonly string[]): string {
  if (stored !== 'EVALUATION_INITIALIZED') return stored;
  const failed: readonly string[] = ['EVALUATION_FAILED', 'EVALUATION_CANCELLED'] satisfies EvaluationStatus[];
  return generating.find((status) => failed.includes(status)) ?? generating.find(isRunning) ?? stored;
}

function isRunning(status: string): boolean {
  return status === 'EVALUATION_STARTED';
}

async function readGenerating(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const batch of inBatches(ids)) {
    const rows = await db
      .selectFrom('evaluations')
      .select(['human_evaluation_id', 'status_value'])
      .where('human_evaluation_id', 'in', batch)
      .orderBy('id')
      .execute();
    for (const { human_evaluation_id: id, status_value: status } of rows)
      if (id !== null) found.set(id, [...(found.get(id) ?? []), status]);
  }
  return found;
}

function toHumanEvaluation(row: HumanEvaluationRow, status: string): HumanEvaluation {
  const { id, app_id, project_id, evaluation_type, testset_id, testset_name, created_at, updated_at } = row;
  const judged = variantsOf(row);
  const variants = {
    variant_ids: judged.map((variant) => variant.id),
    variant_names: judged.map(({ name }) => name),
    variants_revision_ids: judged.map(({ revisionId }) => revisionId),
    revisions: judged.map(({ revision }) => String(revision)),
  };
  const testset = { testset_id, testset_name };
  return { id, app_id, project_id, evaluation_type, ...variants, ...testset, status, created_at, updated_at };
}

export async function selectMakers(db: Db, humanEvaluationId: string) {
  return await db
    .selectFrom('evaluations')
    .select((the) => [
      'id',
      'variant_id',
      'variant_name',
      'status',
      the
        .selectFrom('evaluation_scenarios')
        .select(sql<number | string>`count(*)`.as('rows'))
        .whereRef('evaluation_scenarios.evaluation_id', '=', 'evaluations.id')
        .as('rows'),
      the
        .selectFrom('evaluation_outcomes')
        .select(sql<number | string>`count(*)`.as('done'))
        .whereRef('evaluation_outcomes.evaluation_id', '=', 'evaluations.id')
        .as('done'),
    ])
    .where('human_evaluation_id', '=', humanEvaluationId)
    .orderBy('id')
    .execute();
}

export interface HumanEvaluationFilter extends PageStart<string> {
  readonly appId: string;
  readonly idPrefix: string | undefined;
  readonly limit: number;
}

export async function readHumanEvaluations(db: Db, filter: HumanEvaluationFilter) {
  const { appId, idPrefix, order, isBehind, key, limit } = filter;
  const rows = db
    .selectFrom('human_evaluations')
    .selectAll()
    .where('app_id', '=', appId)
    .where(beginsWith('id', idPrefix))
    .where('id', isBehind, key)
    .orderBy('id', order);
  return await readWithin(rows, ['variants', 'inputs'], limit);
}

export async function insertHumanEvaluation(db: Db, row: HumanEvaluationRow): Promise<void> {
  await db.insertInto('human_evaluations').values(row).execute();
}

export async function updateHumanEvaluationRecord(
  db: Db,
  id: string,
  changes: Pick<HumanEvaluationRow, 'status' | 'closed_at' | 'updated_at'>,
): Promise<void> {
  await db.updateTable('human_evaluations').set(changes).where('id', '=', id).execute();
}

/** Deletes human evaluations with their cases, voters and votes, and the outputs that were generated for them. */
export async function deleteHumanEvaluationRecords(db: Db, ids: readonly string[]): Promise<void> {
  await deleteStoredOutputs(db, { humanEvaluationIds: ids });
  await db.deleteFrom('human_evaluations').where('id', 'in', ids).execute();
}
