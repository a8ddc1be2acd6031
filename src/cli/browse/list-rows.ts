import type { EvaluationRow } from '../../contract/evaluation-row.ts';
import type { Evaluation } from '../../contract/records/evaluation.ts';
import type { Listing, RowSource } from '../../ui/browse/listing.ts';
import { toVariants } from '../../ui/columns/evaluation.ts';
import { evaluationRowColumns } from '../../ui/columns/evaluation-summary.ts';
import { comparedRowsPage, evaluationRowPage } from '../../ui/pages/evaluation-row-pages.ts';
import { findRecordPage } from '../../use-cases/find-page.ts';
import type { ListingContext } from './listing-context.ts';

/** Makes the list of an evaluation's rows to look through. */
export function rowListing(
  evaluation: Evaluation,
  source: RowSource<EvaluationRow>,
  { settings, session: { client } }: ListingContext,
): Listing<EvaluationRow> {
  const columns = evaluationRowColumns(evaluation);
  return {
    title: `Rows of ${toVariants(evaluation)}`,
    source,
    columns: () => columns,
    idOf: ({ id }) => id,
    details: (row) => evaluationRowPage(evaluation, row),
    compare: (first, second) => comparedRowsPage(evaluation, first, second),
    address: async () => {
      const app = (await client.listApps({})).find(({ app_id }) => app_id === evaluation.app_id);
      return findRecordPage({
        settings,
        app: app?.app_name ?? evaluation.app_id,
        area: 'evaluations',
        id: evaluation.id,
      });
    },
    empty: 'No row is like that.',
  };
}
