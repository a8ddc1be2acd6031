import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { send } from '../service/request.ts';

/** Finds the names of variant revisions, such as `tuned@3`, by their ids. */
export async function nameRevisions(
  variants: readonly AppVariantResponse[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const named = await Promise.all(
    variants.map(async ({ variant_id, variant_name }) => {
      const revisions = await send('GET /variants/{variant_id}/revisions', { variant_id }, signal);
      return revisions.flatMap(({ id, revision }) =>
        id === undefined ? [] : [[id, `${variant_name}@${revision}`] as const],
      );
    }),
  );
  return new Map(named.flat());
}
