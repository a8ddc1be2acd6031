import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse, AppVariantRevision } from '../../contract/variants/variant.ts';
import { resolveVariant, type ResolveVariantOptions } from './resolve-variant.ts';
import { newestFirst } from '../../client/public/newest-first.ts';
import { PAGE_SIZE, type PagedList } from '../records/paged-list.ts';

/** Lists the revisions of a variant, oldest first. */
export async function listVariantRevisions(options: ResolveVariantOptions): Promise<AppVariantRevision[]> {
  const { variant_id } = await resolveVariant(options);
  return await options.client.listVariantRevisions({ variant_id });
}

/** The newest revisions of a variant, oldest first. */
export interface NewestRevisions {
  readonly shown: readonly AppVariantRevision[];
  /** The one before them, which tells what the first one changed; `null`: there is none. */
  readonly before: AppVariantRevision | null;
}

/**
 * Reads the newest revisions of a variant. Another service sends all of them.
 *
 * @param limit - number of revisions; `null`: all
 */
export async function readNewestRevisions(
  client: Client,
  { variant_id }: Pick<AppVariantResponse, 'variant_id'>,
  limit: number | null,
): Promise<NewestRevisions> {
  const isPage = limit !== null && limit < PAGE_SIZE;
  const page = isPage ? ({ order: 'desc', limit: limit + 1 } as const) : {};
  const read = await client.listVariantRevisions({ variant_id, ...page });
  const ordered = read.toSorted((one, other) => one.revision - other.revision);
  const shown = ordered.slice(-(limit ?? ordered.length));
  return { shown, before: ordered[ordered.length - shown.length - 1] ?? null };
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
