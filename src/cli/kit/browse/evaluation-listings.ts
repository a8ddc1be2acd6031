import type { Evaluation, EvaluationRow, TestedEvaluation } from '../../../contract/evaluations/evaluation.ts';
import { type Listing, walkRows } from '../../../ui/browse/row-sources.ts';
import { describeSubject } from '../../../contract/evaluations/subject.ts';
import { evaluationColumns } from '../../../ui/evaluations/evaluation-columns.ts';
import { comparisonView } from '../../../ui/evaluations/comparison-view.ts';
import { evaluationView } from '../../../ui/evaluations/evaluation-view.ts';
import { compareEvaluations } from '../../../use-cases/evaluations/compare-evaluations.ts';
import { findRecordPageUrl } from '../../../use-cases/develop/find-page-url.ts';
import { summariseEvaluation } from '../../../use-cases/evaluations/summarise-evaluation.ts';
import type { ChosenList, PagedList } from '../../../use-cases/records/paged-list.ts';
import type { ListingContext } from './browse-listing.ts';
import {
  comparedRowsView,
  evaluationRowColumns,
  evaluationRowView,
} from '../../../ui/evaluations/evaluation-row-views.ts';
import {
  countEvaluationRows,
  isFiltered,
  type ListEvaluationRowsOptions,
  readRowsBackwards,
  readSelectedRows,
} from '../../../use-cases/evaluations/list-evaluation-rows.ts';

const WORST_ROWS = 10;

export function evaluationListing(
  { records, reversed }: PagedList<TestedEvaluation> | ChosenList<TestedEvaluation>,
  context: ListingContext,
): Listing<TestedEvaluation> {
  const { client } = context.session;
  return {
    title: reversed === null ? 'Chosen evaluations' : 'Evaluations, newest first',
    source: walkRows(records, reversed),
    columns: evaluationColumns,
    idOf: ({ id }) => id,
    details: async (row) => evaluationView(row, await summariseEvaluation(client, row, { maxRows: WORST_ROWS })),
    compare: async (first, second) => {
      const compared = { baseline: first.id, candidates: [second.id], route: null, level: null };
      return comparisonView((await compareEvaluations({ client, app: first.app_id, ...compared })).comparison);
    },
    address: (evaluation) => findAddress(evaluation, context),
    empty:
      reversed === null
        ? 'No evaluation matches.'
        : 'No evaluations yet. Run one: wf eval run --testset FILE --evaluators exact_match --variants VARIANT',
  };
}

export function rowListing(
  evaluation: Evaluation,
  chosen: Pick<ListEvaluationRowsOptions, 'where' | 'sort' | 'isDescending'>,
  context: ListingContext,
): Listing<EvaluationRow> {
  const { client } = context.session;
  const reversed = {
    count: () => countEvaluationRows(client, evaluation),
    walk: () => readRowsBackwards(client, evaluation),
  };
  const columns = evaluationRowColumns(evaluation);
  return {
    title: `Rows of ${describeSubject(evaluation)}`,
    source: walkRows(readSelectedRows(client, evaluation, chosen), isFiltered(chosen) ? null : reversed),
    columns: () => columns,
    idOf: ({ id }) => id,
    details: (row) => evaluationRowView(evaluation, row),
    compare: (first, second) => comparedRowsView(evaluation, first, second),
    address: () => findAddress(evaluation, context),
    empty: 'No row matches.',
  };
}

async function findAddress(
  { app_id, id }: Pick<Evaluation, 'app_id' | 'id'>,
  { settings, session: { client } }: ListingContext,
): Promise<string> {
  const app = (await client.listApps({})).find((one) => one.app_id === app_id);
  return findRecordPageUrl({ settings, app: app?.app_name ?? app_id, area: 'evaluations', id });
}
