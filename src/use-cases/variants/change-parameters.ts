import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse, UpdateVariantParameters } from '../../contract/variants/variant.ts';
import { withNextSteps } from '../session/with-next-steps.ts';
import { shellWord } from '../../errors/shell-word.ts';

/**
 * Stores new parameters of a variant as a new revision, if nobody changed it since it was read.
 *
 * @throws {WF_INVALID_INPUT} when the parameters do not match the deployed schema
 * @throws {WF_CONFLICT} when the variant was changed since it was read
 */
export async function changeParameters(
  client: Client,
  { variant_id, variant_name, revision }: AppVariantResponse,
  body: UpdateVariantParameters,
): Promise<AppVariantResponse> {
  const changed = client.updateVariantParameters({ variant_id, body }, { ifRevision: revision });
  await withNextSteps(changed, {
    WF_INVALID_INPUT: ['wf routes'],
    WF_CONFLICT: [
      `wf variants diff ${shellWord(`${variant_name}@${revision}`)} ${shellWord(variant_name)}`,
      'Run the same command again',
    ],
  });
  return await client.getVariant({ variant_id });
}
