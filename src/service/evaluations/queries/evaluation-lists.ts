import { type FoundRows, readWithin } from '../../store/read-within.ts';
import { type RawBuilder, sql } from 'kysely';
import { isFullId } from '../../../contract/validation/full-id.ts';
import { areLabelled, isArchived } from '../../labels/queries.ts';
import {
  beginsWith,
  type CommonFilter,
  countRows,
  inOrder,
  isInPage,
  isWanted,
  type SortedStart,
} from '../../store/page.ts';
import { ofAnySize } from '../../store/any-value.ts';
import type { Db, DialectName } from '../../store/schema.ts';
import type { EvaluationRow } from './evaluations.ts';
import { hasStatus, type SelectedStatus } from './unfinished-evaluations.ts';
import { type NamedRevision, selectNamedRevisions } from '../../variants/queries/variant-lists.ts';

/** Columns of evaluations by the names that lists are sorted by; the ids of evaluations grow with their creation. */
export const EVALUATION_ORDERS = {
  updated: 'updated_at',
  variant: 'variant_name',
  testset: 'testset_name',
  status: 'status_value',
} as const;

interface EvaluationFilter extends CommonFilter {
  readonly appId: string;
  readonly variantName: string | undefined;
  readonly revision: number | undefined;
  readonly testset: SelectedTestset | undefined;
  readonly route: string | undefined;
  readonly newestOf: 'subject' | undefined;
  readonly dialect: DialectName;
  /** Id of a revision of a variant; `null`: of none, so that nothing matches. */
  readonly revisionId: string | null | undefined;
  readonly status: SelectedStatus | undefined;
}

interface SelectedTestset {
  readonly column: 'testset_id' | 'testset_name';
  readonly value: string;
}

/**
 * Finds what an id or a name of a test set selects. Evaluations keep the name of a deleted test set, which another one may
 * have by now: the name then means the one that has it, unless several have.
 */
export async function findSelectedTestset(db: Db, appId: string, typed: string): Promise<SelectedTestset> {
  if (isFullId(typed)) return { column: 'testset_id', value: typed };
  const [named, ...others] = await db
    .selectFrom('testsets')
    .select('id')
    .where('name', '=', typed)
    .where((the) => the.or([the('app_id', '=', appId), the('app_id', 'is', null)]))
    .limit(2)
    .execute();
  if (named === undefined || others.length > 0) return { column: 'testset_name', value: typed };
  return { column: 'testset_id', value: named.id };
}

const COMMON_COLUMNS = { created: 'created_at', names: ['variant_name', 'testset_name'] };

function selectEvaluations(db: Db, filter: EvaluationFilter) {
  const all = selectAnyOf(db, filter);
  if (filter.newestOf === undefined) return all;
  const newest = selectAnyOf(db, filter).select((the) => the.fn.max('id').as('id'));
  return all.where('id', 'in', newest.groupBy(['route', 'testset_id', isPart(filter.dialect)]));
}

/** 1 where an evaluation lacks rows of its test set, else 0: the opposite of the contract's `isWhole`, from columns. */
function isPart(dialect: DialectName): RawBuilder<number> {
  const options = dialect === 'sqlite' ? sql`options` : sql`cast(options as json)`;
  const shards = sql`coalesce(cast(${options} -> 'shard' ->> 'count' as integer), 1)`;
  const repeats = sql`coalesce(cast(${options} ->> 'repeat' as integer), 1)`;
  const testsetRows = sql`cast(${options} ->> 'testset_rows' as integer)`;
  return sql<number>`case
    when ${options} ->> 'subset' is null and ${shards} <= 1 then 0
    when ${testsetRows} * ${repeats} <= row_count then 0
    else 1 end`;
}

/** Selects an app's evaluations; those that fill human evaluations are left out. */
function selectAnyOf(db: Db, filter: EvaluationFilter) {
  const { appId, idPrefix, variantName, revision, testset, route, revisionId, status } = filter;
  return db
    .selectFrom('evaluations')
    .where('app_id', '=', appId)
    .where('human_evaluation_id', 'is', null)
    .where((the) => (idPrefix === undefined ? the.lit(true) : beginsWith('id', idPrefix)))
    .where((the) => (variantName === undefined ? the.lit(true) : the('variant_name', '=', variantName)))
    .where((the) => (revision === undefined ? the.lit(true) : the('revision', '=', ofAnySize(revision))))
    .where((the) => (testset === undefined ? the.lit(true) : the(testset.column, '=', testset.value)))
    .where((the) => (route === undefined ? the.lit(true) : the('route', '=', route)))
    .where((the) => (revisionId === undefined ? the.lit(true) : the('variant_revision_id', '=', revisionId)))
    .where((the) => (status === undefined ? the.lit(true) : hasStatus(status)))
    .where(isArchived('archived_at', filter.archived))
    .where(areLabelled('evaluation_labels', 'evaluations.id', filter.labels))
    .where(isWanted(filter, COMMON_COLUMNS));
}

/** What grows with evaluators, options and rows. */
const LONG_COLUMNS = ['evaluator_configs', 'aggregated_results', 'options', 'rate_limit', 'summary', 'totals'];

export async function readEvaluations(
  db: Db,
  { start, limit, ...filter }: EvaluationFilter & { readonly start: SortedStart; readonly limit: number },
): Promise<FoundRows<EvaluationRow>> {
  const rows = selectEvaluations(db, filter).selectAll().where(isInPage(start, 'id')).orderBy(inOrder(start, 'id'));
  return await readWithin(rows, LONG_COLUMNS, limit);
}

export async function countEvaluations(db: Db, filter: EvaluationFilter): Promise<number> {
  return await countRows(db, selectEvaluations(db, filter).select('id'));
}

/** Finds the newest revision of an environment that an evaluation is evidence for. */
export async function findRevisionProvenBy(db: Db, evaluationId: string): Promise<NamedRevision | null> {
  const found = await selectNamedRevisions(db)
    .where((the) =>
      the.or([
        the('environment_revisions.evaluation_id', '=', evaluationId),
        the('environment_revisions.baseline_evaluation_id', '=', evaluationId),
        the('environment_revisions.id', 'in', selectOtherEvidence(db, sql.val(evaluationId))),
      ]),
    )
    .executeTakeFirst();
  return found ?? null;
}

/** Selects revisions of environments whose evidence for the gates of other routes names an evaluation. They are few. */
export function selectOtherEvidence(db: Db, evaluationId: RawBuilder<string>) {
  return db
    .selectFrom('environment_revisions')
    .select('environment_revisions.id')
    .where('evidence', 'like', '%"others":[%')
    .where(sql<boolean>`evidence like '%' || ${evaluationId} || '%'`);
}
