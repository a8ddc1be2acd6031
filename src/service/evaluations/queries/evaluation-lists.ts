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
import type { Db } from '../../store/schema.ts';
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
  /** Id or name. */
  readonly testset: string | undefined;
  /** Id of a revision of a variant; `null`: of none, so that nothing matches. */
  readonly revisionId: string | null | undefined;
  readonly status: SelectedStatus | undefined;
}

const COMMON_COLUMNS = { created: 'created_at', names: ['variant_name', 'testset_name'] };

/** Selects an app's evaluations; those that fill human evaluations are left out. */
function selectEvaluations(db: Db, filter: EvaluationFilter) {
  const { appId, idPrefix, variantName, revision, testset = '', revisionId, status } = filter;
  const testsetColumn = isFullId(testset) ? 'testset_id' : 'testset_name';
  return db
    .selectFrom('evaluations')
    .where('app_id', '=', appId)
    .where('human_evaluation_id', 'is', null)
    .where((the) => (idPrefix === undefined ? the.lit(true) : beginsWith('id', idPrefix)))
    .where((the) => (variantName === undefined ? the.lit(true) : the('variant_name', '=', variantName)))
    .where((the) => (revision === undefined ? the.lit(true) : the('revision', '=', revision)))
    .where((the) => (testset === '' ? the.lit(true) : the(testsetColumn, '=', testset)))
    .where((the) => (revisionId === undefined ? the.lit(true) : the('variant_revision_id', '=', revisionId)))
    .where((the) => (status === undefined ? the.lit(true) : hasStatus(status)))
    .where(isArchived('archived_at', filter.archived))
    .where(areLabelled('evaluation_labels', 'evaluations.id', filter.labels))
    .where(isWanted(filter, COMMON_COLUMNS));
}

export async function readEvaluations(
  db: Db,
  { start, limit, ...filter }: EvaluationFilter & { readonly start: SortedStart; readonly limit: number },
): Promise<EvaluationRow[]> {
  return await selectEvaluations(db, filter)
    .selectAll()
    .where(isInPage(start, 'id'))
    .orderBy(inOrder(start, 'id'))
    .limit(limit)
    .execute();
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
      ]),
    )
    .executeTakeFirst();
  return found ?? null;
}
