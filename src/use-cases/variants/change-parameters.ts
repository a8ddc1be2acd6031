import type { Client, ExtendedClient } from '../../client/create-client.ts';
import type { AppVariantResponse, Parameters } from '../../contract/variants/variant.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { isSameJson } from '../records/is-same-json.ts';
import { readBack, type Written } from '../records/read-back.ts';
import { withNextSteps } from '../session/with-next-steps.ts';
import { rewriteParameters } from './rewrite-parameters.ts';

export interface ParameterChange {
  /** Values to set; the other keys stay. */
  readonly set: Parameters;
  /** Keys to remove. */
  readonly unset: readonly string[];
}

/** A variant after a change. */
export interface ChangedVariant extends Written<AppVariantResponse> {
  /** False when it already had these parameters, and nothing was written. */
  readonly isChanged: boolean;
}

/**
 * Stores new parameters of a variant as a new revision, if nobody changed it since it was read.
 *
 * @throws {WF_INVALID_INPUT} when the parameters do not match the deployed schema
 * @throws {WF_CONFLICT} when the variant was changed since it was read
 */
export async function changeParameters(
  client: Client,
  variant: AppVariantResponse,
  change: ParameterChange,
): Promise<ChangedVariant> {
  const parameters = applyChange(variant.parameters ?? {}, change);
  const extended = await client.extensions();
  if (extended === null) {
    // A public service adds a revision for the same parameters, too.
    if (isSameJson(parameters, variant.parameters ?? {})) return { record: variant, warning: null, isChanged: false };
    return { ...(await rewriteParameters(client, variant, parameters)), isChanged: true };
  }
  await changeInOneStep(extended, variant, change);
  const { variant_id } = variant;
  const expected = { ...variant, parameters, revision: variant.revision + 1 };
  return { ...(await readBack(() => client.getVariant({ variant_id }), expected)), isChanged: true };
}

function applyChange(before: Parameters, { set, unset }: ParameterChange): Parameters {
  const kept = Object.entries(before).filter(([key]) => !unset.includes(key));
  return { ...Object.fromEntries(kept), ...set };
}

async function changeInOneStep(
  client: ExtendedClient,
  { variant_id, variant_name, revision }: AppVariantResponse,
  { set, unset }: ParameterChange,
): Promise<void> {
  const body = { parameters: set, ...(unset.length === 0 ? {} : { unset: [...unset] }) };
  await withNextSteps(client.updateVariantParameters({ variant_id, body }, { ifRevision: revision }), {
    WF_INVALID_INPUT: ['wf routes'],
    WF_CONFLICT: [
      `wf variants diff ${shellWord(`${variant_name}@${revision}`)} ${shellWord(variant_name)}`,
      'Run the same command again',
    ],
  });
}
