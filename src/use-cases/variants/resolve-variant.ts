import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { lookUpRecord } from '../records/look-up-record.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { splitRevision } from '../records/split-revision.ts';
import { isEndpointMissing, isUnexplainedFailure } from '../../client/public/is-missing.ts';

export interface ResolveVariantOptions {
  readonly client: Client;
  readonly app: string | null;
  /** Name, id or unique id prefix. */
  readonly variant: string;
}

/**
 * Finds a variant by name or id; a full id needs no app.
 *
 * @throws {WF_NOT_FOUND} when no variant of the app has that name
 */
export async function resolveVariant({ client, app, variant }: ResolveVariantOptions): Promise<AppVariantResponse> {
  const found = isFullId(variant) ? await findById({ client, app, variant }) : null;
  if (found !== null) return found;
  const app_id = await resolveAppId({ client, app });
  return await lookUpRecord({
    kind: 'variant',
    typed: variant,
    ask: ({ name: variant_name, ...only }) => client.listAppVariants({ app_id, variant_name, ...only }),
    idOf: ({ variant_id }) => variant_id,
    nameOf: ({ variant_name }) => variant_name,
    nextSteps: ['wf variants list'],
    firstSteps: ['wf deploy'],
  });
}

async function findById({ client, app, variant }: ResolveVariantOptions): Promise<AppVariantResponse | null> {
  return await client.getVariant({ variant_id: variant }).catch((error: unknown) => {
    // The public service fails for an unknown id, and others may have no such endpoint; the list of the app shows it.
    if (isUnexplainedFailure(error) || (app !== null && isEndpointMissing(error))) return null;
    throw error;
  });
}

/** A variant and the requested revision. */
export interface ResolvedVariant {
  readonly variant: AppVariantResponse;
  /** `null`: the newest. */
  readonly revision: number | null;
}

/**
 * Resolves `NAME` or `NAME@REVISION`. A variant whose name contains the `@` wins.
 *
 * @throws {WF_NOT_FOUND} when no variant of the app has that name
 */
export async function resolveVariantRevision(options: ResolveVariantOptions): Promise<ResolvedVariant> {
  const { client, variant: typed } = options;
  const split = splitRevision(typed);
  if (split === null) return { variant: await resolveVariant(options), revision: null };
  const { name, ...pinned } = split;
  if (isFullId(name)) return { variant: await resolveVariant({ ...options, variant: name }), ...pinned };
  const app_id = await resolveAppId(options);
  const named = await client.listAppVariants({ app_id, variant_name: typed, limit: 1 });
  const whole = named.find(({ variant_name }) => variant_name === typed);
  if (whole !== undefined) return { variant: whole, revision: null };
  return { variant: await resolveVariant({ ...options, app: app_id, variant: name }), ...pinned };
}
