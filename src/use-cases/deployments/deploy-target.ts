import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { promotionSteps } from '../environments/change-environment.ts';
import { readEnvironmentRevision } from '../variants/read-environment-revision.ts';
import { findPinned } from '../variants/find-configuration.ts';
import { shellWord } from '../../foundation/shell-word.ts';

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
    message: `Environment ${JSON.stringify(target.name)} is protected: new code has not passed the gate ${target.protection.gate.name} yet.`,
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
export function deployAndPromoteSteps(target: Pick<EnvironmentOutput, 'name'>, variant: string): string[] {
  return [`wf deploy --variant ${shellWord(variant)}`, ...promotionSteps(target, variant)];
}
