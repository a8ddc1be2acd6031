import type { Client } from '../../client/create-client.ts';
import { compareSharing, type SharingChange } from '../../contract/deployments/compatibility/compare-routes.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { listValues } from '../../contract/variants/route-parameters.ts';
import type { StoredSharing } from '../../contract/develop/deploy-result.ts';

export interface FindSharingOptions {
  /** `null` if the app does not exist yet. */
  readonly appId: string | null;
  readonly base: string;
  readonly before: readonly RouteSchema[];
  readonly after: readonly RouteSchema[];
}

/** Finds the fields that new code shares otherwise than the deployed code, and who stores values of them. */
export async function findSharing(client: Client, options: FindSharingOptions): Promise<StoredSharing[]> {
  const { appId, base, before, after } = options;
  const changes = compareSharing(before, after);
  if (appId === null || changes.length === 0) return [];
  const variants = (await client.listAppVariants({ app_id: appId })).filter(({ base_name }) => base_name === base);
  return changes.map((change) => ({
    ...change,
    stored_by: variants
      .filter(({ parameters }) => listValues(parameters ?? {}).some((one) => isConcerned(change, one)))
      .map(({ variant_name, revision }) => `${variant_name}@${revision}`),
  }));
}

function isConcerned({ field, kind }: SharingChange, value: { readonly route: string | null; readonly field: string }) {
  return value.field === field && (value.route === null) === (kind === 'split');
}
