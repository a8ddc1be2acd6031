import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { resolveVariantRevision } from './resolve-variant.ts';

export interface ShowVariantOptions {
  readonly client: Client;
  readonly app: string | null;
  /** `VARIANT` or `VARIANT@REVISION`. */
  readonly variant: string;
}

/**
 * Fetches a variant, or its state at a revision.
 *
 * @throws {WF_NOT_FOUND} when there is no such variant or revision
 */
export async function showVariant(options: ShowVariantOptions): Promise<AppVariantResponse> {
  const { variant, revision } = await resolveVariantRevision(options);
  if (revision === null || revision === variant.revision) return variant;
  const past = await options.client.getVariantRevision({ variant_id: variant.variant_id, revision });
  return {
    ...variant,
    revision: past.revision,
    config_name: past.config.config_name,
    parameters: past.config.parameters,
    updated_at: past.created_at,
  };
}
