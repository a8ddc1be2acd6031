import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse, AppVariantRevision, Parameters } from '../../contract/variants/variant.ts';
import { knowsDefaults, setValuesOf } from '../../contract/variants/route-parameters.ts';
import { resolveVariant, type ResolveVariantOptions } from './resolve-variant.ts';
import { newestFirst } from '../../client/public/list-filter.ts';
import { PAGE_SIZE, type PagedList } from '../records/paged-list.ts';
import { orMissing } from '../../client/public/is-missing.ts';

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
        // A service of others has no pages, and may list a revision that is not the oldest first.
        if ((await client.extensions()) === null) return (await client.listVariantRevisions({ variant_id })).length;
        const [oldest] = await client.listVariantRevisions({ variant_id, limit: 1 });
        return oldest === undefined ? 0 : revision - oldest.revision + 1;
      },
      walk: () => client.paginate('listVariantRevisions', page),
    },
  };
}

/** A variant revision's label, `NAME@REVISION`, and what it sets. */
export interface NamedRevision {
  readonly name: string;
  readonly revision: number;
  /** `null`: it was not read. */
  readonly set: Parameters | null;
  /** Whether the service knows the defaults of what is not set. @defaultValue true */
  readonly hasDefaults?: boolean;
}

/**
 * Reads variant revisions by id. The API identifies what an environment runs by revision id alone, so this asks for the
 * variant that has the revision; a service without that filter returns all variants, and this searches them.
 *
 * A service that lists no revisions gives none.
 *
 * @param ids - the wanted revisions; the result also has the other revisions of their variants
 */
export async function readNamedRevisions(
  client: Client,
  app_id: string | null,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, NamedRevision>> {
  const found = new Map<string, NamedRevision>();
  if (app_id === null) return found;
  for (const id of new Set(ids)) {
    if (id == null || found.has(id)) continue;
    for (const { variant_id, variant_name } of await client.listAppVariants({ app_id, variant_revision_id: id })) {
      if (found.has(id)) break;
      for (const { id: one = '', revision, config } of (await orMissing(client.listVariantRevisions({ variant_id }))) ??
        []) {
        const hasDefaults = knowsDefaults(config);
        found.set(one, { name: `${variant_name}@${revision}`, revision, set: setValuesOf(config), hasDefaults });
      }
    }
  }
  return found;
}
