import type { Client } from '../client/create-client.ts';
import type { AppVariantResponse } from '../contract/records/variant.ts';
import { isWfError } from '../errors/wf-error.ts';
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
  return findVariant(await client.listAppVariants({ app_id }), variant);
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
  const pinned = /^(?<name>.+)@(?<revision>[1-9]\d{0,8})$/.exec(options.variant)?.groups;
  if (pinned?.['name'] === undefined) return { variant: await resolveVariant(options), revision: null };
  try {
    return { variant: await resolveVariant(options), revision: null };
  } catch (error) {
    if (!isWfError(error) || error.code !== 'WF_NOT_FOUND') throw error;
    const variant = await resolveVariant({ ...options, variant: pinned['name'] });
    return { variant, revision: Number(pinned['revision']) };
  }
}

function findVariant(records: readonly AppVariantResponse[], typed: string): AppVariantResponse {
  return findRecord({
    kind: 'variant',
    typed,
    records,
    idOf: ({ variant_id }) => variant_id,
    nameOf: ({ variant_name }) => variant_name,
    nextSteps: ['wf variants list'],
  });
}
