import type { AppVariantResponse } from '../../../contract/variants/variant.ts';
import { type Listing, walkRows } from '../../../ui/browse/row-sources.ts';
import { variantColumns, variantView } from '../../../ui/variants/variant-views.ts';
import { configurationDiffView } from '../../../ui/variants/diff-views.ts';
import { compareConfigurations } from '../../../use-cases/variants/compare-configurations.ts';
import { findRecordPageUrl } from '../../../use-cases/develop/find-page-url.ts';
import { readLocalRoutes } from '../../../use-cases/develop/read-local-routes.ts';
import { showVariantFields } from '../../../use-cases/variants/show-variant-fields.ts';
import type { PagedList } from '../../../use-cases/records/paged-list.ts';
import type { ListingContext } from './listing-context.ts';

/** Creates the interactive list of an app's variants. */
export function variantListing(
  { records, reversed }: PagedList<AppVariantResponse>,
  { settings, session, folder }: ListingContext,
): Listing<AppVariantResponse> {
  return {
    title: 'Variants',
    source: walkRows(records, reversed),
    columns: () => variantColumns,
    idOf: ({ variant_id }) => variant_id,
    details: async (variant) => variantView({ ...variant, fields: await showVariantFields(session.client, variant) }),
    compare: async (first, second) =>
      configurationDiffView(
        await compareConfigurations({
          client: session.client,
          app: first.app_id,
          before: `variant:${first.variant_id}`,
          after: `variant:${second.variant_id}`,
          readLocal: () => readLocalRoutes(settings, folder),
        }),
      ),
    address: ({ app_name, variant_id }) =>
      findRecordPageUrl({ settings, app: app_name, area: 'variants', id: variant_id }),
    empty: 'No variants yet. Create one: wf deploy',
  };
}
