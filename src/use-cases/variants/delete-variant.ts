import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { withNextSteps } from '../session/with-next-steps.ts';

/**
 * Deletes a variant.
 *
 * @throws {WF_CONFLICT} when an environment refers to it
 */
export async function deleteVariant(
  client: Client,
  { variant_id }: Pick<AppVariantResponse, 'variant_id'>,
): Promise<void> {
  await withNextSteps(client.deleteVariant({ variant_id }), { WF_CONFLICT: ['wf env list'] });
}
