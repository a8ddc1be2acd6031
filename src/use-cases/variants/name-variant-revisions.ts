import type { Client } from '../../client/create-client.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { orMissing } from '../../client/public/is-missing.ts';

/** A variant revision's label, `NAME@REVISION`, and its values. */
export interface NamedRevision {
  readonly name: string;
  readonly parameters: Parameters | null;
}

/** The id of a variant revision, if there is one. */
export type RevisionId = string | null | undefined;

/**
 * Reads variant revisions by id. The API identifies what an environment runs by revision id alone, so this asks for the
 * variant that has the revision; a service without that filter returns all variants, and this searches them.
 *
 * A service that lists no revisions gives none.
 *
 * @param ids - the wanted revisions; the result also has the other revisions of their variants
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
      for (const { id: one = '', revision, config } of (await orMissing(client.listVariantRevisions({ variant_id }))) ??
        []) {
        found.set(one, { name: `${variant_name}@${revision}`, parameters: config.parameters });
      }
    }
  }
  return found;
}

/** Maps ids of variant revisions to labels. */
export async function nameVariantRevisions(
  client: Client,
  app_id: string | null,
  ids: readonly RevisionId[],
): Promise<ReadonlyMap<string, string>> {
  const revisions = await readNamedRevisions(client, app_id, ids);
  return new Map([...revisions].map(([id, { name }]) => [id, name]));
}
