import type { AppVariantRevision } from '../contract/records/variant.ts';
import { resolveVariant, type ResolveVariantOptions } from './resolve-variant.ts';

/** Lists the revisions of a variant, oldest first. */
export async function listVariantRevisions(options: ResolveVariantOptions): Promise<AppVariantRevision[]> {
  const { variant_id } = await resolveVariant(options);
  return await options.client.listVariantRevisions({ variant_id });
}
