import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { hasLabels, readSelector } from '../../contract/labels/label-rules.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { findRunning } from './find-running.ts';
import { type NarrowedList, narrowList } from '../records/narrow/narrow-list.ts';
import type { Narrowing } from '../records/narrow/parse-narrowing.ts';
import type { RecordFacts } from '../records/narrow/record-facts.ts';
import { readListed } from '../apps/read-listed.ts';

export interface NarrowVariantsOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly narrowing: Narrowing;
  /** Labels that they must have, as `team` or `team=search`. */
  readonly labels: readonly string[];
  /** Whether to list archived ones, instead of others. */
  readonly archived: boolean;
  /** Name of a base; `null`: any. */
  readonly base: string | null;
  /** Environment that runs the variant; `null`: any. */
  readonly environment: string | null;
}

const FIELDS: RecordFacts<AppVariantResponse>['fields'] = {
  created: ({ created_at }) => created_at ?? null,
  updated: ({ updated_at }) => updated_at ?? null,
  name: ({ variant_name }) => variant_name,
  base: ({ base_name }) => base_name,
  revision: ({ revision }) => revision,
};
/** Fields that variants can be sorted by. */
export const VARIANT_FIELDS = Object.keys(FIELDS);

const SERVICE_SORTS = ['updated', 'name', 'base'];

/** Lists the variants of an app that match, oldest first. */
export async function narrowVariants(options: NarrowVariantsOptions): Promise<NarrowedList<AppVariantResponse>> {
  const { client, app, narrowing, labels, archived, base, environment } = options;
  const wanted = labels.map(readSelector);
  const app_id = await resolveAppId({ client, app });
  const running = environment === null ? null : await findRunning(client, app_id, environment);
  const only = {
    ...(base === null ? {} : { base_name: base }),
    ...(environment === null ? {} : { environment }),
    ...(labels.length === 0 ? {} : { label: [...labels] }),
  };
  const facts: RecordFacts<AppVariantResponse> = {
    createdAt: ({ created_at }) => created_at ?? null,
    names: ({ variant_name, config_name, base_name }) => [variant_name, config_name, base_name],
    isWanted: ({ base_name, variant_id, labels: own, archived_at }) =>
      hasLabels(own, wanted) &&
      (archived_at != null) === archived &&
      (base === null || base_name === base) &&
      (running === null || variant_id === running.variantId),
    fields: FIELDS,
  };
  return narrowList(
    {
      facts,
      isNarrowed: archived || Object.keys(only).length > 0,
      serviceSorts: SERVICE_SORTS,
      request: ({ sort, ...query }, onTotal) =>
        readListed(
          client,
          app_id,
          client.paginate(
            'listAppVariants',
            { app_id, ...only, archived: archived ? 'true' : 'false', ...query, ...withSort(sort) },
            { onTotal },
          ),
        ),
    },
    narrowing,
  );
}

function withSort(sort: string | undefined): { readonly sort?: 'updated' | 'name' | 'base' } {
  return sort === 'updated' || sort === 'name' || sort === 'base' ? { sort } : {};
}
