import type { Client } from '../../client/create-client.ts';
import { orUnsupported } from '../../client/public/require-extensions.ts';
import type { Deployment } from '../../contract/deployments/deployment.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { findPinned, type FoundConfiguration } from '../variants/find-configuration.ts';

/** A deployment whose bundle is stored. */
export type StoredCode = Deployment & { readonly artifact_sha256: string };

/**
 * Finds the stored bundle that a configuration runs with.
 *
 * @throws {WF_NOT_FOUND} when no code is deployed, or the service does not store bundles
 * @throws {WF_INVALID_INPUT} when the workflow is self-hosted, so there is no bundle
 */
export async function findDeployedCode(
  client: Client,
  { label, app_id, code }: FoundConfiguration,
): Promise<StoredCode> {
  const deployment =
    code.kind === 'pinned'
      ? await findPinned(client, app_id, code.deployment)
      : (await orUnsupported(client.listDeployments({ app_id, base_name: code.base }), [])).at(-1);
  if (deployment == null) {
    throw new UserError({
      code: 'WF_NOT_FOUND',
      message: `The service has no code for ${label}.`,
      nextSteps: ['wf deploy'],
    });
  }
  const { artifact_sha256, url } = deployment;
  if (artifact_sha256 !== null) return { ...deployment, artifact_sha256 };
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The code of ${label} is self-hosted${url === null ? '' : ` at ${url}`}: there is no bundle to fetch.`,
  });
}
