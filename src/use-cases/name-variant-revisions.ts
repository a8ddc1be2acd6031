import type { Client } from '../client/create-client.ts';
import type { Parameters } from '../contract/records/variant.ts';

/** A revision of a variant the way people write it, `NAME@REVISION`, and its values. */
export interface NamedRevision {
  readonly name: string;
  readonly parameters: Parameters | null;
}

/**
 * Reads the revisions of an app's variants, by their ids. The interface says which revision an environment runs by its
 * id alone.
 */
export async function readNamedRevisions(
  client: Client,
  app_id: string | null,
): Promise<ReadonlyMap<string, NamedRevision>> {
  if (app_id === null) return new Map();
  const variants = await client.listAppVariants({ app_id });
  const named = await Promise.all(
    variants.map(async ({ variant_id, variant_name }) => {
      const revisions = await client.listVariantRevisions({ variant_id });
      return revisions.map(
        ({ id = '', revision, config: { parameters } }) =>
          [id, { name: `${variant_name}@${revision}`, parameters }] as const,
      );
    }),
  );
  return new Map(named.flat());
}

/** Names the revisions of an app's variants, by their ids. */
export async function nameVariantRevisions(
  client: Client,
  app_id: string | null,
): Promise<ReadonlyMap<string, string>> {
  const revisions = await readNamedRevisions(client, app_id);
  return new Map([...revisions].map(([id, { name }]) => [id, name]));
}
