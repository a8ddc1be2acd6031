import { sql } from 'kysely';
import type { EvaluationProgress } from '../../../contract/evaluations/evaluation-progress.ts';
import type {
  AggregatedResult,
  EvaluatedSubset,
  EvaluationOptions,
  TestedEvaluation,
} from '../../../contract/evaluations/evaluation.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import type { Labels } from '../../../contract/labels/labels.ts';
import { isUnfinished } from '../../../contract/evaluations/evaluation-status.ts';
import { readLabels } from '../../labels/queries.ts';
import { interruptedTotals, NOT_YET, readTotals, type Totals } from './evaluation-totals.ts';
import { readJudging } from './evaluation-work.ts';
import { deleteStoredOutputs } from '../../store/deletion/delete-artifacts.ts';
import type { OperationContext } from '../../operation/operation.ts';
import { type HeldEvaluations, isInterrupted, readHeld, toTrueStatus } from './unfinished-evaluations.ts';
import { CANDIDATES, missingRecord } from '../../store/insert-rows.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';

export type EvaluationRow = Database['evaluations'];

/** @throws {WF_NOT_FOUND} with similar evaluations */
export async function requireEvaluation(db: Db, id: string): Promise<EvaluationRow> {
  const found = await db.selectFrom('evaluations').selectAll().where('id', '=', id).executeTakeFirst();
  if (found !== undefined) return found;
  const ids = await db.selectFrom('evaluations').select('id').orderBy('id', 'desc').limit(CANDIDATES).execute();
  throw missingRecord('evaluation', id, ids);
}

/** Reads the ids of evaluations of any of these resources, oldest first. */
export async function readEvaluationIds(
  db: Db,
  type: 'variant' | 'testset' | 'evaluator_config',
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const all = db.selectFrom('evaluations').select('id').where('human_evaluation_id', 'is', null).orderBy('id');
  if (type !== 'evaluator_config') return (await all.where(`${type}_id`, 'in', [...ids]).execute()).map(({ id }) => id);
  // An evaluation stores its evaluators as they were, as JSON.
  const rows = await all.select('evaluator_configs').execute();
  const asked = new Set(ids);
  const isBy = (configs: string) =>
    fromJson<readonly { readonly id: string }[]>(configs).some(({ id }) => asked.has(id));
  return rows.filter((row) => isBy(row.evaluator_configs)).map(({ id }) => id);
}

/** Who reads a status: only callers that know the word learn that an evaluation is interrupted. */
export type StatusReader = Pick<OperationContext, 'now' | 'speaksWf'>;

/** Creates the wire records. One query reads the totals of all running ones from their rows. */
export async function toEvaluations(
  db: Db,
  rows: readonly EvaluationRow[],
  reader: StatusReader | null,
): Promise<TestedEvaluation[]> {
  const isOpen = rows.some((row) => isUnfinished({ type: 'status', value: row.status_value }));
  const held = isOpen && reader?.speaksWf === true ? await readHeld(db, reader.now) : null;
  const running = rows.filter((row) => row.totals === null).map((row) => row.id);
  const totals = await readTotals(db, running);
  const ids = rows.map(({ id }) => id);
  const labels = await readLabels(db, 'evaluation_labels', ids);
  return rows.map((row) => {
    const stored = row.totals === null ? null : fromJson<Totals>(row.totals);
    const counted = stored ?? totals.get(row.id) ?? NOT_YET;
    return toRecord(row, statusOf(row, held), {
      ...(held !== null && isInterrupted(row, held) ? interruptedTotals(counted) : counted),
      labels: labels.get(row.id) ?? {},
    });
  });
}

export async function toEvaluation(db: Db, row: EvaluationRow, reader: StatusReader | null): Promise<TestedEvaluation> {
  const [evaluation] = await toEvaluations(db, [row], reader);
  if (evaluation === undefined) throw new Error('One row makes one record');
  return evaluation;
}

export async function readProgress(db: Db, row: EvaluationRow, now: string): Promise<EvaluationProgress> {
  const counted = await db
    .selectFrom('evaluation_outcomes')
    .select([
      sql<number | string>`count(*)`.as('done'),
      sql<number | string | null>`sum(is_error)`.as('errors'),
      sql<number | string>`count(case when is_called = 1 then latency end)`.as('calls'),
      sql<number | null>`sum(case when is_called = 1 then cost end)`.as('cost'),
      sql<number | null>`sum(case when is_called = 1 and latency is null then cost end)`.as('failed'),
      sql<number | string>`count(case when is_called = 1 and cost is null then 1 end)`.as('unpriced'),
      sql<number | null>`avg(latency)`.as('latency'),
    ])
    .where('evaluation_id', '=', row.id)
    .executeTakeFirstOrThrow();
  const held = await readHeld(db, now);
  const status = toTrueStatus(row, held);
  const judged = await readJudging(db, row.id);
  return {
    type: 'evaluation-progress',
    evaluation_id: row.id,
    variant: row.variant_name,
    status,
    is_taken: isUnfinished(status) && held.ids.has(row.id),
    rows: row.row_count,
    done: Number(counted.done),
    errors: Number(counted.errors),
    calls: Number(counted.calls),
    cost: counted.cost === null && row.failed_before === 0 ? null : (counted.cost ?? 0) + row.failed_before,
    failed_cost: (counted.failed ?? 0) + row.failed_before,
    unpriced: Number(counted.unpriced) + row.unpriced_before,
    judge_calls: judged.calls,
    judge_cost: judged.known === 0 ? null : judged.cost,
    latency: counted.latency,
  };
}

/** Calls that a forecast is based on: the latest are the most similar. */
const PAST_CALLS = 1000;

export interface PastCallsOptions {
  readonly appId: string;
  readonly route: string;
  /** Revision of a variant that they called; `null`: any. */
  readonly revisionId: string | null;
}

export async function selectPastCalls(db: Db, { appId, route, revisionId }: PastCallsOptions) {
  const calls = db
    .selectFrom('evaluation_outcomes')
    .innerJoin('evaluations', 'evaluations.id', 'evaluation_outcomes.evaluation_id')
    .select(['evaluation_outcomes.cost', 'evaluation_outcomes.latency'])
    .where('evaluations.app_id', '=', appId)
    .where('evaluations.route', '=', route)
    .where('evaluation_outcomes.is_called', '=', 1)
    .where('evaluation_outcomes.latency', 'is not', null)
    .orderBy('evaluation_outcomes.evaluation_id', 'desc')
    .limit(PAST_CALLS);
  const wanted = revisionId === null ? calls : calls.where('evaluations.variant_revision_id', '=', revisionId);
  return await wanted.execute();
}

/**
 * Deletes the outcomes of failed rows, so that they run again.
 *
 * @returns what they cost, in US dollars: an evaluation's limit covers all its runs. Of that, what calls without an
 * answer cost, and the number of those whose cost is unknown
 */
export async function deleteFailedOutcomes(db: Db, id: string) {
  const { spent, failed, unpriced } = await db
    .selectFrom('evaluation_outcomes')
    .select([
      sql<number | null>`sum(case when is_called = 1 then coalesce(cost, 0) else 0 end + coalesce(judge_cost, 0))`.as(
        'spent',
      ),
      sql<number | null>`sum(case when is_called = 1 and latency is null then cost end)`.as('failed'),
      sql<number | string>`count(case when is_called = 1 and latency is null and cost is null then 1 end)`.as(
        'unpriced',
      ),
    ])
    .where('evaluation_id', '=', id)
    .where('is_error', '=', 1)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('evaluation_outcomes').where('evaluation_id', '=', id).where('is_error', '=', 1).execute();
  return { spent: spent ?? 0, failed: failed ?? 0, unpriced: Number(unpriced) };
}

export function statusColumns(status: Result): Pick<EvaluationRow, 'status' | 'status_value'> {
  return { status: JSON.stringify(status), status_value: typeof status.value === 'string' ? status.value : '' };
}

function statusOf(row: EvaluationRow, held: HeldEvaluations | null): Result {
  return held === null ? fromJson<Result>(row.status) : toTrueStatus(row, held);
}

function toRecord(
  row: EvaluationRow,
  status: Result,
  { labels, ...totals }: Totals & { readonly labels: Labels },
): TestedEvaluation {
  return {
    id: row.id,
    app_id: row.app_id,
    project_id: row.project_id,
    variant_ids: [row.variant_id],
    variant_names: [row.variant_name],
    variant_revision_ids: [row.variant_revision_id],
    revisions: [String(row.revision)],
    testset_id: row.testset_id,
    testset_name: row.testset_name,
    testset_revision: row.testset_revision,
    route: row.route,
    bundle: row.bundle_sha256,
    variables: row.variables_hash,
    cluster_by: fromJson<EvaluationOptions>(row.options).cluster_by ?? null,
    subset: subsetOf(row),
    status,
    aggregated_results: fromJson<AggregatedResult[]>(row.aggregated_results),
    ...totals,
    created_at: row.created_at,
    updated_at: row.updated_at,
    labels,
    archived_at: row.archived_at,
  };
}

/** Options as they are stored: with the number of rows of the test set, of which the evaluation has a part. */
type StoredOptions = EvaluationOptions & { readonly testset_rows?: number };

/** Reads which part of its test set an evaluation has; `null`: the whole. */
export function subsetOf({ options, row_count }: EvaluationRow): EvaluatedSubset | null {
  const { subset, shard, repeat, testset_rows } = fromJson<StoredOptions>(options);
  const isShard = (shard?.count ?? 1) > 1;
  if (subset == null && !isShard) return null;
  return {
    ...subset,
    ...(isShard ? { shard } : {}),
    rows: row_count / (repeat ?? 1),
    of: testset_rows ?? null,
  };
}

export async function insertEvaluation(db: Db, row: EvaluationRow): Promise<void> {
  await db.insertInto('evaluations').values(row).execute();
}

export async function updateEvaluation(db: Db, id: string, changes: Partial<EvaluationRow>): Promise<void> {
  await db.updateTable('evaluations').set(changes).where('id', '=', id).execute();
}

export async function assignToHumanEvaluation(db: Db, ids: readonly string[], humanEvaluationId: string) {
  await db.updateTable('evaluations').set({ human_evaluation_id: humanEvaluationId }).where('id', 'in', ids).execute();
}

/** Deletes evaluations with their rows, and the stored outputs that no other evaluation has. */
export async function deleteEvaluationRecords(db: Db, ids: readonly string[]): Promise<void> {
  await deleteStoredOutputs(db, { ids });
  await db.deleteFrom('evaluations').where('id', 'in', ids).execute();
}
