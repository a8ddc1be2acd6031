import type { EvaluationRow, Evaluation } from '../../../contract/evaluations/evaluation.ts';
import { type Listing, walkRows } from '../../../ui/browse/row-sources.ts';
import { toVariants } from '../../../ui/evaluations/evaluation-columns.ts';
import {
  comparedRowsView,
  evaluationRowColumns,
  evaluationRowView,
} from '../../../ui/evaluations/evaluation-row-views.ts';
import { findRecordPageUrl } from '../../../use-cases/develop/find-page-url.ts';
import {
  countEvaluationRows,
  isFiltered,
  type ListEvaluationRowsOptions,
  readSelectedRows,
  readRowsBackwards,
} from '../../../use-cases/evaluations/list-evaluation-rows.ts';
import type { ListingContext } from './listing-context.ts';

/** Creates the interactive list of an evaluation's rows. */
export function rowListing(
  evaluation: Evaluation,
  chosen: Pick<ListEvaluationRowsOptions, 'where' | 'sort' | 'isDescending'>,
  { settings, session: { client } }: ListingContext,
): Listing<EvaluationRow> {
  const reversed = {
    count: () => countEvaluationRows(client, evaluation),
    walk: () => readRowsBackwards(client, evaluation),
  };
  const columns = evaluationRowColumns(evaluation);
  return {
    title: `Rows of ${toVariants(evaluation)}`,
    source: walkRows(readSelectedRows(client, evaluation, chosen), isFiltered(chosen) ? null : reversed),
    columns: () => columns,
    idOf: ({ id }) => id,
    details: (row) => evaluationRowView(evaluation, row),
    compare: (first, second) => comparedRowsView(evaluation, first, second),
    address: async () => {
      const app = (await client.listApps({})).find(({ app_id }) => app_id === evaluation.app_id);
      return findRecordPageUrl({
        settings,
        app: app?.app_name ?? evaluation.app_id,
        area: 'evaluations',
        id: evaluation.id,
      });
    },
    empty: 'No row matches.',
  };
}
