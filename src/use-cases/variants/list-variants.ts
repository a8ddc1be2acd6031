import { filterList } from '../../client/public/filter-list.ts';
import { FILTERED_LISTS, type FilteredList, type ListFilter } from '../../client/public/list-filter.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { PAGE_SIZE, type PagedList } from '../records/paged-list.ts';

export interface FilterVariantsOptions extends ResolveAppOptions {
  readonly filter: ListFilter;
  /** Labels that they must have, as `team` or `team=search`. */
  readonly labels: readonly string[];
  /** Whether to list archived ones, instead of others. */
  readonly archived: boolean;
  readonly base: string | null;
  readonly environment: string | null;
}

export const VARIANT_FIELDS = Object.keys(FILTERED_LISTS.listAppVariants.fields);

/** Lists the variants of an app that match, oldest first. */
export async function filterVariants(options: FilterVariantsOptions): Promise<FilteredList<AppVariantResponse>> {
  const { client, app, filter, labels, archived, base, environment } = options;
  const input = {
    app_id: await resolveAppId({ client, app }),
    archived: archived ? 'true' : 'false',
    ...(base === null ? {} : { base_name: base }),
    ...(environment === null ? {} : { environment }),
    ...(labels.length === 0 ? {} : { label: [...labels] }),
  } as const;
  return await filterList(client, 'listAppVariants', input, filter);
}

/** Returns the variants of an app as a paged list, oldest first. */
export async function pageVariants({ client, app }: ResolveAppOptions): Promise<PagedList<AppVariantResponse>> {
  const app_id = await resolveAppId({ client, app });
  const page = { app_id, limit: PAGE_SIZE, archived: 'false' } as const;
  return {
    records: client.paginate('listAppVariants', page),
    reversed: {
      count: async () => {
        await client.require('counts of records');
        return (await client.countAppRecords({ app_id })).variants;
      },
      walk: () => client.paginate('listAppVariants', { ...page, order: 'desc' }),
    },
  };
}
