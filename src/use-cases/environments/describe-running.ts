import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { isWfError } from '../../errors/wf-error.ts';
import { nameVariantRevisions } from '../variants/name-variant-revisions.ts';
import { resolveEnvironment, type ResolveEnvironmentOptions } from './resolve-environment.ts';

/** Describes what an environment runs, as `formal@3`; `null`: nothing yet. */
export async function describeRunning(client: Client, environment: EnvironmentOutput): Promise<string | null> {
  const { app_id, deployed_app_variant_revision_id: id, deployed_variant_name: variant } = environment;
  if (id == null) return variant ?? null;
  return (await nameVariantRevisions(client, app_id, [id])).get(id) ?? variant ?? null;
}

/** Describes what an environment ran at a revision, by default at the previous one. */
export async function describeEarlier(
  client: Client,
  { app_id, name, revision }: EnvironmentOutput,
  to: number | null,
): Promise<string | null> {
  const { revisions } = await client.getEnvironmentRevisions({ app_id, environment_name: name });
  const wanted = to ?? (revision ?? 0) - 1;
  const id = revisions.find((one) => one.revision === wanted)?.deployed_app_variant_revision;
  if (id == null) return null;
  const runs = (await nameVariantRevisions(client, app_id, [id])).get(id);
  return runs === undefined ? `revision ${wanted}` : `${runs}, as in revision ${wanted}`;
}

/** Describes what an environment runs; `null` if there is no such app or environment. */
export async function describeRunningIn(options: ResolveEnvironmentOptions): Promise<string | null> {
  try {
    return await describeRunning(options.client, await resolveEnvironment(options));
  } catch (error) {
    if (isWfError(error) && error.code === 'WF_NOT_FOUND') return null;
    throw error;
  }
}
