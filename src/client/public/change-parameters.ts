import { ROUTES_STEP, UserError, withNextSteps } from '../../foundation/errors/wf-error.ts';
import type { AppVariantResponse, Parameters } from '../../contract/variants/variant.ts';
import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import type { Client } from '../create-client.ts';
import { isSameJson, readBack, type Written } from './confirm-write.ts';
import type { UndividedChange } from '../calls/undivided-change.ts';

export interface ParameterChange {
  /** Values to set; the other keys stay. */
  readonly set: Parameters;
  /** Keys to remove. */
  readonly unset: readonly string[];
}

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
  const set_parameters = applyChange(setValuesOf(variant), change);
  if ((await client.extensions()) === null) {
    // A public service adds a revision for the same parameters, too.
    if (isSameJson(set_parameters, setValuesOf(variant))) return { record: variant, warning: null, isChanged: false };
    return { ...(await rewriteParameters(client, variant, set_parameters)), isChanged: true };
  }
  await changeInOneStep(client, variant, change);
  const { variant_id } = variant;
  // Only the service knows the defaults of what is unset.
  const expected = { ...variant, parameters: set_parameters, set_parameters, revision: variant.revision + 1 };
  return { ...(await readBack(() => client.getVariant({ variant_id }), expected)), isChanged: true };
}

function applyChange(before: Parameters, { set, unset }: ParameterChange): Parameters {
  const kept = Object.entries(before).filter(([key]) => !unset.includes(key));
  return { ...Object.fromEntries(kept), ...set };
}

async function changeInOneStep(
  client: Client,
  { variant_id, variant_name, revision }: AppVariantResponse,
  { set, unset }: ParameterChange,
): Promise<void> {
  const body = { parameters: set, ...(unset.length === 0 ? {} : { unset: [...unset] }) };
  await withNextSteps(client.updateVariantParameters({ variant_id, body }, { ifRevision: revision }), {
    WF_INVALID_INPUT: [ROUTES_STEP],
    WF_CONFLICT: [
      `wf variants diff ${shellWord(`${variant_name}@${revision}`)} ${shellWord(variant_name)}`,
      'Run the same command again',
    ],
  });
}

/**
 * Gives a variant exactly these parameters by public means: a public service merges what it gets, and an empty object
 * resets. So a change that removes keys resets first, which makes two revisions. The whole is sent, because another
 * service might replace instead of merge.
 *
 * @throws {WF_CONFLICT} when the variant has other parameters afterwards
 * @source facts §2.2
 */
async function rewriteParameters(
  client: Client,
  variant: AppVariantResponse,
  parameters: Parameters,
): Promise<Written<AppVariantResponse>> {
  const { variant_id } = variant;
  const put = (values: Parameters) => client.updateVariantParameters({ variant_id, body: { parameters: values } });
  const isReset = Object.keys(variant.parameters ?? {}).some((key) => !Object.hasOwn(parameters, key));
  const isEmpty = Object.keys(parameters).length === 0;
  const write = () => put(parameters);
  if (isReset && !isEmpty) await client.sendUndivided(describeReset(variant), () => put({}), write);
  else if (isReset || !isEmpty) await write();
  const writes = Number(isReset) + Number(!isEmpty);
  const expected = { ...variant, parameters, revision: variant.revision + writes };
  const written = await readBack(() => client.getVariant({ variant_id }), expected);
  requireStored(written.record, expected);
  return { ...written, warning: written.warning ?? describeRace(written.record, expected) };
}

/** Somebody else stored a revision in between, and ours came last. */
function describeRace(stored: AppVariantResponse, expected: AppVariantResponse): string | null {
  if (stored.revision <= expected.revision) return null;
  const name = shellWord(stored.variant_name);
  return `Somebody else changed ${stored.variant_name} at the same time, and this change won, as revision ${stored.revision}. The history has theirs: wf variants revisions ${name}`;
}

function describeReset({ app_id, app_name, variant_id, variant_name, revision }: AppVariantResponse): UndividedChange {
  return {
    appId: app_id,
    appName: app_name,
    variantId: variant_id,
    variantName: variant_name,
    between: `${variant_name} may have no parameters now, because removing a key resets them first. Revision ${revision} has the old ones.`,
    restore: `wf variants revert ${shellWord(variant_name)} --to ${revision}`,
    done: `${variant_name} has its new parameters.`,
  };
}

/** Without If-Match nobody is refused, so the result shows who won. */
function requireStored(stored: AppVariantResponse, expected: AppVariantResponse): void {
  if (stored.variant_id === expected.variant_id && isSameJson(stored.parameters ?? {}, expected.parameters)) return;
  const { variant_name, revision } = stored;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `${variant_name} does not have the parameters that were written: somebody else changed it at the same time, or the service stored something else. It has ${JSON.stringify(stored.parameters)} at revision ${revision}.`,
    nextSteps: [`wf variants revisions ${shellWord(variant_name)}`, 'Run the same command again'],
    details: { written: expected.parameters, stored },
  });
}
