import type { Client } from '../../client/create-client.ts';
import { isNumbered } from '../../client/public/environment-history.ts';
import type { EnvironmentRevisions } from '../../contract/environments/environment.ts';
import { type NamedRevision, readNamedRevisions } from '../variants/name-variant-revisions.ts';

/**
 * Names the variant revisions that an environment ran, by their ids. A service of wf sends the names with the history;
 * others, and the parameters, take requests for each variant.
 */
export async function nameHistory(
  client: Client,
  { app_id, revisions }: Pick<EnvironmentRevisions, 'app_id' | 'revisions'>,
  { withParameters }: { readonly withParameters: boolean },
): Promise<ReadonlyMap<string, NamedRevision>> {
  const named = new Map<string, NamedRevision>();
  for (const { deployed_app_variant_revision: id, deployed_variant_name, deployed_variant_revision } of revisions) {
    if (id === null || deployed_variant_name == null || deployed_variant_revision == null) continue;
    named.set(id, { name: `${deployed_variant_name}@${deployed_variant_revision}`, parameters: null });
  }
  const ids = revisions.map((one) => one.deployed_app_variant_revision);
  const open = withParameters ? ids : ids.filter((id) => id !== null && !named.has(id));
  return new Map([...named, ...(await readNamedRevisions(client, app_id, open))]);
}

/** Describes which names of a history are unknown; a service of wf lacks only those of deleted variants. */
export async function findLackingNames(
  client: Client,
  { revisions }: Pick<EnvironmentRevisions, 'revisions'>,
  runs: ReadonlyMap<string, NamedRevision>,
): Promise<string[]> {
  const isKnown = revisions.every(({ deployed_app_variant_revision: id }) => id === null || runs.has(id));
  if (isKnown || (await isNumbered(client))) return [];
  return ['the names of some revisions of variants, so only their ids are shown'];
}
