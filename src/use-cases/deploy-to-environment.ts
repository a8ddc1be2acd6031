import type { Client } from '../client/create-client.ts';
import type { EnvironmentRevisions } from '../contract/records/environment.ts';
import { resolveEnvironment } from './resolve-environment.ts';
import { resolveVariantRevision } from './resolve-variant.ts';
import { withNextSteps } from './with-next-steps.ts';

export interface DeployToEnvironmentOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly environment: string;
  /** `VARIANT` or `VARIANT@REVISION`. */
  readonly variant: string;
}

export interface DeployedToEnvironment {
  readonly environment: EnvironmentRevisions;
  readonly variantName: string;
  readonly variantRevision: number;
}

/**
 * Makes an environment run a variant, as a new environment revision.
 *
 * @throws {WF_NOT_FOUND} when there is no such environment, variant or revision
 */
export async function deployToEnvironment(options: DeployToEnvironmentOptions): Promise<DeployedToEnvironment> {
  const { client } = options;
  const { app_id, name } = await resolveEnvironment(options);
  const { variant, revision } = await resolveVariantRevision({ ...options, app: app_id });
  const deployed = client.deployToEnvironment({
    body: { environment_name: name, variant_id: variant.variant_id, ...(revision === null ? {} : { revision }) },
  });
  await withNextSteps(deployed, { WF_NOT_FOUND: [`wf variants revisions ${variant.variant_name}`] });
  return {
    environment: await client.getEnvironmentRevisions({ app_id, environment_name: name }),
    variantName: variant.variant_name,
    variantRevision: revision ?? variant.revision,
  };
}
