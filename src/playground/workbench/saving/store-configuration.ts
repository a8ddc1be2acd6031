import type { Parameters } from '../../../contract/variants/variant.ts';
import { type Origin, originOf } from '../../drafts/draft.ts';
import { RefusedRequest, send, sendIfUnchanged } from '../../service/request.ts';
import { setValuesOf } from '../../../contract/variants/route-parameters.ts';
import { toDifference } from './rebase.ts';

/** A revision that somebody else saved meanwhile. */
export interface NewerRevision extends Origin {
  /** Name of the key. */
  readonly by: string;
  readonly at: string;
}

/**
 * Saves what a variant sets as its next revision: only what differs from the revision that it started from.
 *
 * @returns the new revision, or the one that somebody else saved first; then nothing is saved
 */
export async function addRevision(from: Origin, parameters: Parameters): Promise<Origin | NewerRevision> {
  const { variantId: variant_id, revision } = from;
  const body = toDifference(from.parameters, parameters);
  try {
    await sendIfUnchanged('PUT /variants/{variant_id}/parameters', { variant_id, body }, revision);
  } catch (error) {
    if (error instanceof RefusedRequest && error.status === 412) return await readNewest(from);
    throw error;
  }
  return originOf(await send('GET /variants/{variant_id}', { variant_id }));
}

async function readNewest({ variantId: variant_id, variantName }: Origin): Promise<NewerRevision> {
  const query = { variant_id, order: 'desc', limit: 1 } as const;
  const [newest] = await send('GET /variants/{variant_id}/revisions', query);
  if (newest === undefined) throw new Error(`Variant ${variantName} has no revision any longer.`);
  const { revision, config, modified_by: by, created_at: at } = newest;
  return { variantId: variant_id, variantName, revision, parameters: setValuesOf(config), by, at };
}

/** Creates a variant. @param from - where its values come from; `null`: the code's defaults */
export async function createVariant(
  from: Origin | null,
  {
    name,
    firstBase,
    parameters,
  }: { readonly name: string; readonly firstBase: string; readonly parameters: Parameters },
): Promise<Origin> {
  // Under `wf dev`, the stored configuration may be one of another base.
  const base_id = from === null ? firstBase : await readBase(from.variantId);
  const variant = await send('POST /variants/from-base', {
    body: { base_id, new_variant_name: name, new_config_name: name, parameters },
  });
  return originOf(variant);
}

async function readBase(variant_id: string): Promise<string> {
  return (await send('GET /variants/{variant_id}', { variant_id })).base_id;
}
