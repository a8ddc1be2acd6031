import type { Client } from '../../client/create-client.ts';
import { isNumbered } from '../../client/public/environment-history.ts';
import { fetchRunning } from '../../client/public/pin-entry.ts';
import type { EnvironmentOutput, EnvironmentRevisions } from '../../contract/environments/environment.ts';
import { type NamedRevision, readNamedRevisions } from '../variants/list-variant-revisions.ts';

/**
 * Names the variant revisions that environments run, by their ids. Older releases of the public service list revisions
 * without ids; there, each environment is asked for by its name.
 */
export async function nameRunning(
  client: Client,
  environments: readonly EnvironmentOutput[],
): Promise<ReadonlyMap<string, NamedRevision>> {
  const [first] = environments;
  const ids = environments.map((environment) => environment.deployed_app_variant_revision_id);
  const named = new Map(await readNamedRevisions(client, first?.app_id ?? null, ids));
  for (const environment of environments) {
    const { deployed_app_variant_revision_id: id } = environment;
    if (id == null || named.has(id) || (await isNumbered(client))) continue;
    const running = await fetchRunning(client, environment);
    if (running === null) continue;
    const { revision } = running.revision;
    named.set(id, { name: `${running.name}@${revision}`, revision, set: null, hasDefaults: false });
  }
  return named;
}

/** Environments as a service tells them, and what each runs. */
export interface RunningEnvironments {
  readonly environments: EnvironmentOutput[];
  /** Known if the service was asked for it. */
  readonly names: ReadonlyMap<string, NamedRevision> | null;
}

/**
 * Replaces the revisions of environments by those that were deployed. Our service counts the environment's own; the public
 * one sends the current revision of the variant, whichever was deployed.
 *
 * @source facts §3.7
 */
export async function withDeployedRevisions(
  client: Client,
  environments: readonly EnvironmentOutput[],
): Promise<RunningEnvironments> {
  if (await isNumbered(client)) return { environments: [...environments], names: null };
  const names = await nameRunning(client, environments);
  const deployed = environments.map((environment) => {
    const { deployed_app_variant_revision_id: id } = environment;
    const entry = id == null ? undefined : findEntry(environment, id);
    return { ...environment, revision: id == null ? null : (names.get(id)?.revision ?? entry?.revision ?? null) };
  });
  return { environments: deployed, names };
}

/** A service that lists no environments sends each with its history. */
function findEntry(environment: EnvironmentOutput & Partial<Pick<EnvironmentRevisions, 'revisions'>>, id: string) {
  return environment.revisions?.findLast((one) => one.deployed_app_variant_revision === id);
}
