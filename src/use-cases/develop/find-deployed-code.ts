import type { Client } from '../../client/create-client.ts';
import type { Deployment } from '../../contract/deployments/deployment.ts';
import { UserError } from '../../errors/wf-error.ts';
import type { FoundConfiguration } from '../variants/find-configuration.ts';
import { findPinned } from '../variants/resolve-configuration.ts';

/** A deployment whose bundle is stored. */
export type StoredCode = Deployment & { readonly artifact_sha256: string };

/**
 * Finds the code that a stored configuration runs with, as a bundle that can be fetched.
 *
 * @throws {WF_NOT_FOUND} when no code is deployed, or the service keeps no bundles
 * @throws {WF_INVALID_INPUT} when the code runs at an address of its own, so that there is no bundle
 */
export async function findDeployedCode(
  client: Client,
  { label, app_id, code }: FoundConfiguration,
): Promise<StoredCode> {
  const deployment =
    code.kind === 'pinned'
      ? await findPinned(client, app_id, code.deployment)
      : (await client.listDeployments({ app_id, base_name: code.base })).at(-1);
  if (deployment == null) {
    throw new UserError({
      code: 'WF_NOT_FOUND',
      message: `The service keeps no code for ${label}.`,
      nextSteps: ['wf deploy'],
    });
  }
  const { artifact_sha256, url } = deployment;
  if (artifact_sha256 !== null) return { ...deployment, artifact_sha256 };
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The code of ${label} runs at ${url ?? 'an address of its own'}: there is no bundle to fetch.`,
  });
}
