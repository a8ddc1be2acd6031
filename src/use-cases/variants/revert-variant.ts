import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../client/create-client.ts';
import { changeParameters, type ChangedVariant } from '../../client/public/change-parameters.ts';
import { resolveVariant } from './resolve-variant.ts';

export interface RevertVariantOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly variant: string;
  /** Revision whose parameters to restore. */
  readonly revision: number;
}

/**
 * Restores the parameters of an old revision as a new revision.
 *
 * @throws {WF_NOT_FOUND} when the variant has no such revision
 * @throws {WF_INVALID_INPUT} when the deployed code rejects them
 * @throws {WF_CONFLICT} when the variant was changed since it was read
 */
export async function revertVariant(options: RevertVariantOptions): Promise<ChangedVariant> {
  const { client, revision } = options;
  const variant = await resolveVariant(options);
  const { variant_id } = variant;
  const old = (await client.getVariantRevision({ variant_id, revision })).config.parameters ?? {};
  const current = variant.parameters ?? {};
  if (isDeepStrictEqual(old, current)) return { record: variant, warning: null, isChanged: false };
  const unset = Object.keys(current).filter((field) => !Object.hasOwn(old, field));
  return await changeParameters(client, variant, { set: old, unset });
}
