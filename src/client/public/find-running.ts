import type { Client } from '../create-client.ts';
import { notFound } from '../../foundation/errors/not-found.ts';

/** What an environment runs; `null`: nothing, or the service does not say. */
export interface Running {
  readonly variantId: string | null;
  readonly revisionId: string | null;
}

/**
 * Finds what an environment runs.
 *
 * @throws {WF_NOT_FOUND} with the environments of the app
 */
export async function findRunning(client: Client, app_id: string, name: string): Promise<Running> {
  const environments = await client.listAppEnvironments({ app_id });
  const found = environments.find((environment) => environment.name === name);
  if (found === undefined) {
    const available = environments.map((environment) => environment.name);
    throw notFound({ kind: 'environment', name, available, nextSteps: ['wf env list'] });
  }
  return {
    variantId: found.deployed_app_variant_id ?? null,
    revisionId: found.deployed_app_variant_revision_id ?? null,
  };
}
