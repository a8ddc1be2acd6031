import type { Client } from '../../client/create-client.ts';
import { readBack } from '../../client/public/read-back.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';
import { findEntry, readHistory } from '../../client/public/environment-history.ts';
import { nameVariantRevisions } from '../variants/name-variant-revisions.ts';
import { resolveEnvironment, type ResolveEnvironmentOptions } from './resolve-environment.ts';

/** Describes what an environment runs, as `formal@3`; `null`: nothing yet. */
export async function describeRunning(client: Client, environment: EnvironmentOutput): Promise<string | null> {
  const { app_id, deployed_app_variant_revision_id: id, deployed_variant_name: variant } = environment;
  if (id == null) return variant ?? null;
  return (await nameVariantRevisions(client, app_id, [id])).get(id) ?? variant ?? null;
}

/** Describes what an environment runs after a change; a failure to read its name does not undo the change. */
export async function describeAfterChange(client: Client, environment: EnvironmentOutput): Promise<string | null> {
  return (await readBack(() => describeRunning(client, environment), environment.deployed_variant_name ?? null)).record;
}

/** Describes what an environment ran at a revision, by default at the previous one. */
export async function describeEarlier(
  client: Client,
  environment: EnvironmentOutput,
  to: number | null,
): Promise<string | null> {
  const history = await readHistory(client, environment);
  const entry = to === null ? history.previous : findEntry(history, environment.name, to);
  const id = entry?.deployed_app_variant_revision;
  if (entry === undefined || id == null) return null;
  const runs = (await nameVariantRevisions(client, environment.app_id, [id])).get(id);
  return runs === undefined ? `revision ${entry.revision}` : `${runs}, as in revision ${entry.revision}`;
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
