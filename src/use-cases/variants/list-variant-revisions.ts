import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse, AppVariantRevision } from '../../contract/variants/variant.ts';
import { resolveVariant, type ResolveVariantOptions } from './resolve-variant.ts';
import { newestFirst, PAGE_SIZE, type PagedList } from '../records/paged-list.ts';

/** Lists the revisions of a variant, oldest first. */
export async function listVariantRevisions(options: ResolveVariantOptions): Promise<AppVariantRevision[]> {
  const { variant_id } = await resolveVariant(options);
  return await options.client.listVariantRevisions({ variant_id });
}

/** Returns the revisions of a variant as a paged list, newest first. */
export function pageVariantRevisions(
  client: Client,
  { variant_id, revision }: Pick<AppVariantResponse, 'variant_id' | 'revision'>,
): PagedList<AppVariantRevision> {
  const page = { variant_id, limit: PAGE_SIZE };
  const newest = client.paginate('listVariantRevisions', { ...page, order: 'desc' });
  return {
    records: newestFirst(newest, (record) => record.revision),
    reversed: {
      count: async () => {
        const [oldest] = await client.listVariantRevisions({ variant_id, limit: 1 });
        return oldest === undefined ? 0 : revision - oldest.revision + 1;
      },
      walk: () => client.paginate('listVariantRevisions', page),
    },
  };
}
