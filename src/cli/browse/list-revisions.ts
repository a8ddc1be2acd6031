import type { AppVariantResponse, AppVariantRevision } from '../../contract/records/variant.ts';
import type { Listing } from '../../ui/browse/listing.ts';
import { allRows } from '../../ui/browse/row-sources.ts';
import { type RunningIn, variantRevisionColumns } from '../../ui/columns/variant.ts';
import { configurationDiffPage } from '../../ui/pages/diff-pages.ts';
import { variantPage } from '../../ui/pages/variant-pages.ts';
import { compareConfigurations } from '../../use-cases/compare-configurations.ts';
import { findRecordPage } from '../../use-cases/find-page.ts';
import { readLocalRoutes } from '../../use-cases/read-local-routes.ts';
import { showVariant } from '../../use-cases/show-variant.ts';
import type { ListingContext } from './listing-context.ts';

/** Makes the list of a variant's revisions to look through, the newest first. */
export function revisionListing(
  { app_id, app_name, variant_id, variant_name }: AppVariantResponse,
  revisions: readonly AppVariantRevision[],
  runningIn: RunningIn,
  { settings, session: { client }, folder }: ListingContext,
): Listing<AppVariantRevision> {
  const nameOf = ({ revision }: AppVariantRevision) => `${variant_name}@${revision}`;
  const columns = variantRevisionColumns(revisions, runningIn);
  return {
    title: `Revisions of ${variant_name}, newest first`,
    source: allRows(revisions.toReversed()),
    columns: () => columns,
    idOf: nameOf,
    details: async (row) => variantPage(await showVariant({ client, app: app_id, variant: nameOf(row) })),
    compare: async (...marked) => {
      // A history is read forwards, whichever was marked first.
      const [before = '', after = ''] = marked.toSorted((a, b) => a.revision - b.revision).map(nameOf);
      return configurationDiffPage(
        await compareConfigurations({
          client,
          app: app_id,
          before: `variant:${before}`,
          after: `variant:${after}`,
          readLocal: () => readLocalRoutes(settings, folder),
        }),
      );
    },
    address: () => findRecordPage({ settings, app: app_name, area: 'variants', id: variant_id }),
    empty: 'No revisions.',
  };
}
