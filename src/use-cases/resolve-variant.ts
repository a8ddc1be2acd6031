import type { Client } from '../client/create-client.ts';
import type { AppVariantResponse } from '../contract/records/variant.ts';
import { findRecord, isWholeId } from './find-record.ts';
import { resolveAppId } from './resolve-app.ts';

export interface ResolveVariantOptions {
  readonly client: Client;
  readonly app: string | null;
  /** Name, id or unique beginning of an id. */
  readonly variant: string;
}

/**
 * Finds the variant somebody named; a whole id needs no app.
 *
 * @throws {WF_NOT_FOUND} when no variant of the app has that name
 */
export async function resolveVariant({ client, app, variant }: ResolveVariantOptions): Promise<AppVariantResponse> {
  if (isWholeId(variant)) return await client.getVariant({ variant_id: variant });
  const app_id = await resolveAppId({ client, app });
  const named = await listNamed(client, app_id, variant);
  // Beginnings of ids, and names that come near, are looked for among all.
  return findVariant(hasName(named, variant) ? named : await listAll(client, app_id, named), variant);
}

/** Lists the variants of a name: one or none. A service that knows no such filter lists all. */
async function listNamed(client: Client, app_id: string, variant_name: string): Promise<AppVariantResponse[]> {
  return await client.listAppVariants({ app_id, variant_name });
}

async function listAll(client: Client, app_id: string, named: AppVariantResponse[]): Promise<AppVariantResponse[]> {
  return named.length > 0 ? named : await client.listAppVariants({ app_id });
}

function hasName(variants: readonly AppVariantResponse[], name: string): boolean {
  return variants.some(({ variant_name }) => variant_name === name);
}

/** A variant, and the revision of it that was asked for. */
export interface ResolvedVariant {
  readonly variant: AppVariantResponse;
  /** `null`: the newest. */
  readonly revision: number | null;
}

/**
 * Finds what `NAME` or `NAME@REVISION` means. A variant whose own name looks like that wins.
 *
 * @throws {WF_NOT_FOUND} when no variant of the app has that name
 */
export async function resolveVariantRevision(options: ResolveVariantOptions): Promise<ResolvedVariant> {
  const { client, variant: typed } = options;
  const [, name, revision] = /^(.+)@([1-9]\d{0,8})$/.exec(typed) ?? [];
  if (name === undefined) return { variant: await resolveVariant(options), revision: null };
  const pinned = { revision: Number(revision) };
  if (isWholeId(name)) return { variant: await client.getVariant({ variant_id: name }), ...pinned };
  const app_id = await resolveAppId(options);
  const named = await listNamed(client, app_id, typed);
  if (hasName(named, typed)) return { variant: findVariant(named, typed), revision: null };
  return { variant: await resolveVariant({ ...options, app: app_id, variant: name }), ...pinned };
}

function findVariant(records: readonly AppVariantResponse[], typed: string): AppVariantResponse {
  return findRecord({
    kind: 'variant',
    typed,
    records,
    idOf: ({ variant_id }) => variant_id,
    nameOf: ({ variant_name }) => variant_name,
    nextSteps: records.length === 0 ? ['wf deploy'] : ['wf variants list'],
  });
}
