import type { Client } from '../../client/create-client.ts';

/** Maps ids of variant revisions to the names of the environments that run them. */
export async function findRunningRevisions(
  client: Client,
  app_id: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const environments = await client.listAppEnvironments({ app_id });
  const running = environments.filter((environment) => environment.deployed_app_variant_revision_id != null);
  return new Map(
    [...Map.groupBy(running, (environment) => environment.deployed_app_variant_revision_id ?? '')].map(([id, all]) => [
      id,
      all.map(({ name }) => name),
    ]),
  );
}
