import type { StoredSharing } from '../../contract/develop/deploy-result.ts';
import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { gatesOf, nameGates } from '../../contract/environments/gates.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { promotionSteps } from '../environments/change-environment.ts';
import { readEnvironmentRevision } from '../variants/read-environment-revision.ts';
import { findPinned } from '../variants/resolve-configuration.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { rejectedBreaks } from '../../contract/deployments/compatibility/check-compatibility.ts';
import type { Compatibility, ParameterBreak } from '../../contract/deployments/deployment.ts';
import { compareSharing, type SharingChange } from '../../contract/deployments/compatibility/compare-routes.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { listValues, setValuesOf } from '../../contract/variants/route-parameters.ts';

/** Reads the target environment of a deploy; `null` if none is named or it does not exist yet. */
export async function readDeployTarget(
  client: Client,
  app_id: string | null,
  name: string | null,
): Promise<EnvironmentOutput | null> {
  if (app_id === null || name === null) return null;
  // The service reports a missing environment before it stores anything.
  return (await client.listAppEnvironments({ app_id })).find((one) => one.name === name) ?? null;
}

/**
 * Makes a plan fail where the deploy itself would.
 *
 * @throws {WF_PROTECTED} when the environment is protected by a gate and runs other code
 */
export async function requireUnprotected(
  client: Client,
  target: EnvironmentOutput | null,
  { sha256, variant }: { readonly sha256: string; readonly variant: string },
): Promise<void> {
  if (target?.protection == null) return;
  if ((await findRunningCode(client, target)) === sha256) return;
  throw new UserError({
    code: 'WF_PROTECTED',
    message: `Environment ${JSON.stringify(target.name)} is protected: new code has not passed ${nameGates(gatesOf(target.protection))} yet.`,
    nextSteps: deployAndPromoteSteps(target, variant),
  });
}

/** Returns the hash of the bundle that an environment runs; `null`: none. */
async function findRunningCode(client: Client, target: EnvironmentOutput): Promise<string | null> {
  if (target.revision === null) return null;
  const { revision } = await readEnvironmentRevision(client, target, null);
  return (await findPinned(client, target.app_id, revision.deployment))?.artifact_sha256 ?? null;
}

/** Commands that bring new code into a protected environment. */
export function deployAndPromoteSteps(
  target: Pick<EnvironmentOutput, 'name' | 'protection'>,
  variant: string,
): string[] {
  return [`wf deploy --variant ${shellWord(variant)}`, ...promotionSteps(target, variant)];
}

const MAX_LINES = 10;

/**
 * Describes why a deployment is rejected.
 *
 * @param isAccepted - whether the user accepted breaking changes; fatal ones are never accepted
 * @returns `null` when it is not rejected
 */
export function findRefusal(compatibility: Compatibility, isAccepted: boolean): UserError | null {
  const refused = rejectedBreaks(compatibility, isAccepted);
  if (refused.length === 0) return null;
  const lines = refused.slice(0, MAX_LINES).map(({ message }) => `  ${message}`);
  const more = refused.length > MAX_LINES ? [`  and ${refused.length - MAX_LINES} more`] : [];
  const what = refused.length === 1 ? 'a stored value' : `${refused.length} stored values`;
  return new UserError({
    code: 'WF_BREAKING_CHANGE',
    message: [`The new code rejects ${what}:`, ...lines, ...more].join('\n'),
    details: compatibility,
    nextSteps: nextStepsFor(refused),
  });
}

/** Suggests migrations first. Accepting only helps where the environment keeps running its old code. */
function nextStepsFor(refused: readonly ParameterBreak[]): string[] {
  const byField = new Map(refused.toReversed().map(({ field, suggestions }) => [field, suggestions[0]]));
  const fixes = [...byField.values()].toReversed();
  const flags = fixes.filter((fix) => fix !== undefined).map((fix) => `--migrate ${shellWord(fix)}`);
  const canAccept = refused.every(({ severity }) => severity === 'breaking');
  return [
    ...(flags.length === byField.size ? [`Add ${flags.join(' ')}`] : []),
    ...(canAccept ? ['Add --accept-breaking: the environment keeps its old code until wf env deploy'] : []),
  ];
}

interface FindSharingOptions {
  /** `null` if the app does not exist yet. */
  readonly appId: string | null;
  readonly base: string;
  readonly before: readonly RouteSchema[];
  readonly after: readonly RouteSchema[];
}

/** Finds the fields that new code shares otherwise than the deployed code, and who stores values of them. */
export async function findSharing(client: Client, options: FindSharingOptions): Promise<StoredSharing[]> {
  const { appId, base, before, after } = options;
  const changes = compareSharing(before, after);
  if (appId === null || changes.length === 0) return [];
  const variants = (await client.listAppVariants({ app_id: appId })).filter(({ base_name }) => base_name === base);
  return changes.map((change) => ({
    ...change,
    stored_by: variants
      .filter((variant) => listValues(setValuesOf(variant)).some((one) => isConcerned(change, one)))
      .map(({ variant_name, revision }) => `${variant_name}@${revision}`),
  }));
}

function isConcerned({ field, kind }: SharingChange, value: { readonly route: string | null; readonly field: string }) {
  return value.field === field && (value.route === null) === (kind === 'split');
}
