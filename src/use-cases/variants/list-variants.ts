import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { PAGE_SIZE, type PagedList } from '../records/paged-list.ts';
import { requireExtensions } from '../session/require-extensions.ts';

export interface ListVariantsOptions {
  readonly client: Client;
  readonly app: string | null;
}

/** Returns the variants of an app as a paged list, oldest first. */
export async function pageVariants({ client, app }: ListVariantsOptions): Promise<PagedList<AppVariantResponse>> {
  const app_id = await resolveAppId({ client, app });
  const page = { app_id, limit: PAGE_SIZE, archived: 'false' } as const;
  return {
    records: client.paginate('listAppVariants', page),
    reversed: {
      count: async () => {
        const extended = await requireExtensions(client, 'counts of records');
        return (await extended.countAppRecords({ app_id })).variants;
      },
      walk: () => client.paginate('listAppVariants', { ...page, order: 'desc' }),
    },
  };
}
