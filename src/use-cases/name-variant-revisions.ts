import type { Client } from '../client/create-client.ts';

/**
 * Names the revisions of an app's variants the way people write them, `NAME@REVISION`, by the revision's id. The
 * interface says which revision an environment runs by its id alone.
 */
export async function nameVariantRevisions(
  client: Client,
  app_id: string | null,
): Promise<ReadonlyMap<string, string>> {
  if (app_id === null) return new Map();
  const variants = await client.listAppVariants({ app_id });
  const named = await Promise.all(
    variants.map(async ({ variant_id, variant_name }) => {
      const revisions = await client.listVariantRevisions({ variant_id });
      return revisions.map(({ id = '', revision }) => [id, `${variant_name}@${revision}`] as const);
    }),
  );
  return new Map(named.flat());
}
