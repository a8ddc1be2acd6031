import type { Client } from '../../client/create-client.ts';
import type { Parameters } from '../../contract/variants/variant.ts';

/** A revision of a variant the way people write it, `NAME@REVISION`, and its values. */
export interface NamedRevision {
  readonly name: string;
  readonly parameters: Parameters | null;
}

/** A revision of a variant, by its id; `null` or left out where there is none. */
export type RevisionId = string | null | undefined;

/**
 * Reads revisions of an app's variants, by their ids. The interface says which revision an environment runs by its id
 * alone: its variant is asked for, and a service that knows no such question gives all of them, to be gone through.
 *
 * @param ids - those that are wanted; what else their variants had comes with them
 */
export async function readNamedRevisions(
  client: Client,
  app_id: string | null,
  ids: readonly RevisionId[],
): Promise<ReadonlyMap<string, NamedRevision>> {
  const found = new Map<string, NamedRevision>();
  if (app_id === null) return found;
  for (const id of new Set(ids)) {
    if (id == null || found.has(id)) continue;
    for (const { variant_id, variant_name } of await client.listAppVariants({ app_id, variant_revision_id: id })) {
      if (found.has(id)) break;
      for (const { id: one = '', revision, config } of await client.listVariantRevisions({ variant_id })) {
        found.set(one, { name: `${variant_name}@${revision}`, parameters: config.parameters });
      }
    }
  }
  return found;
}

/** Names revisions of an app's variants, by their ids. */
export async function nameVariantRevisions(
  client: Client,
  app_id: string | null,
  ids: readonly RevisionId[],
): Promise<ReadonlyMap<string, string>> {
  const revisions = await readNamedRevisions(client, app_id, ids);
  return new Map([...revisions].map(([id, { name }]) => [id, name]));
}
