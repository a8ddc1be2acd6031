import type { AppVariantResponse, AppVariantRevision, Parameters } from '../../../contract/variants/variant.ts';
import { setValuesOf } from '../../../contract/variants/route-parameters.ts';
import { type Listing, walkRows } from '../../../ui/browse/row-sources.ts';
import { type RunningIn, variantRevisionColumns, variantView } from '../../../ui/variants/variant-detail-views.ts';
import { variantColumns } from '../../../ui/variants/variant-views.ts';
import { configurationDiffView } from '../../../ui/variants/diff-views.ts';
import { compareConfigurations } from '../../../use-cases/variants/resolve-configuration.ts';
import { findRecordPageUrl } from '../../../use-cases/develop/find-page-url.ts';
import { readLocalRoutes } from '../../../use-cases/develop/read-local-routes.ts';
import { showVariantFields } from '../../../use-cases/variants/fields/read-values.ts';
import type { ChosenList, PagedList } from '../../../use-cases/records/paged-list.ts';
import type { ListingContext } from './browse-listing.ts';
import { showVariant } from '../../../use-cases/variants/resolve-variant.ts';
import type { View } from '../../../ui/layout/view.ts';

export function variantListing(
  { records, reversed }: PagedList<AppVariantResponse> | ChosenList<AppVariantResponse>,
  context: ListingContext,
  deploy = 'wf deploy',
): Listing<AppVariantResponse> {
  const { settings, session } = context;
  return {
    title: reversed === null ? 'Chosen variants' : 'Variants',
    source: walkRows(records, reversed),
    columns: variantColumns,
    idOf: ({ variant_id }) => variant_id,
    details: async (variant) => variantView({ ...variant, fields: await showVariantFields(session.client, variant) }),
    compare: async (first, second) => await compareVariants(context, first.app_id, first.variant_id, second.variant_id),
    address: ({ app_name, variant_id }) =>
      findRecordPageUrl({ settings, app: app_name, area: 'variants', id: variant_id }),
    empty: reversed === null ? 'No variant matches.' : `No variants yet. Create one: ${deploy}`,
  };
}

export function revisionListing(
  { app_id, app_name, variant_id, variant_name }: AppVariantResponse,
  { records, reversed }: PagedList<AppVariantRevision>,
  runningIn: RunningIn,
  context: ListingContext,
): Listing<AppVariantRevision> {
  const {
    settings,
    session: { client },
  } = context;
  const nameOf = ({ revision }: AppVariantRevision) => `${variant_name}@${revision}`;
  const addressOf = ({ revision }: AppVariantRevision) => `${variant_id}@${revision}`;
  const setOf = new Map<number, Parameters>();
  const columns = variantRevisionColumns(setOf, runningIn);
  return {
    title: `Revisions of ${variant_name}, newest first`,
    source: walkRows(withTheOneBefore(records, setOf), {
      ...reversed,
      walk: () => withTheOneBefore(reversed.walk(), setOf),
    }),
    columns: () => columns,
    idOf: nameOf,
    details: async (row) => variantView(await showVariant({ client, app: app_id, variant: addressOf(row) })),
    compare: async (one, other) => {
      // Show older before newer, whichever was marked first.
      const [before, after] = one.revision < other.revision ? [one, other] : [other, one];
      return await compareVariants(context, app_id, addressOf(before), addressOf(after));
    },
    address: () => findRecordPageUrl({ settings, app: app_name, area: 'variants', id: variant_id }),
    empty: 'No revisions.',
  };
}

async function compareVariants(
  { settings, session: { client }, folder }: ListingContext,
  app: string,
  before: string,
  after: string,
): Promise<View> {
  const readLocal = () => readLocalRoutes(settings, folder);
  const sides = { before: `variant:${before}`, after: `variant:${after}` };
  return configurationDiffView(await compareConfigurations({ client, app, ...sides, readLocal }));
}

/**
 * Stores what successive revisions set. The changes of a revision depend on the previous one, so each is
 * yielded when both are known.
 *
 * @yields the revisions
 */
async function* withTheOneBefore(
  revisions: AsyncIterable<AppVariantRevision>,
  setOf: Map<number, Parameters>,
): AsyncGenerator<AppVariantRevision> {
  let held: AppVariantRevision | null = null;
  for await (const revision of revisions) {
    setOf.set(revision.revision, setValuesOf(revision.config));
    if (held !== null) yield held;
    held = revision;
  }
  if (held !== null) yield held;
}
