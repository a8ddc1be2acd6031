import type { Client } from '../../client/create-client.ts';
import { filterRecords } from '../../client/public/filter-list.ts';
import { type FilteredList, type ListFilter, SHORT_LISTS } from '../../client/public/list-filter.ts';
import type { App } from '../../contract/apps/app.ts';
import type { Key } from '../../contract/keys/key.ts';
import { findRecord } from '../records/look-up-record.ts';

export const KEY_FIELDS = Object.keys(SHORT_LISTS.keys.fields);

export interface ListedKeys {
  readonly keys: FilteredList<Key>;
  readonly apps: readonly App[];
}

/** Lists the keys that match. The apps are read only where a key names some. */
export async function filterKeys(client: Client, filter: ListFilter): Promise<ListedKeys> {
  const keys = await client.listKeys({});
  const namesApps = keys.some(({ app_ids }) => app_ids != null);
  return { keys: filterRecords(keys, SHORT_LISTS.keys, filter), apps: namesApps ? await client.listApps({}) : [] };
}

/**
 * Finds a key by its name or prefix.
 *
 * @throws {WF_NOT_FOUND} when no key has that name or prefix
 * @throws {WF_USAGE} when several have that name
 */
export async function resolveKey(client: Client, typed: string): Promise<Key> {
  return findRecord({
    kind: 'key',
    typed,
    records: await client.listKeys({}),
    idOf: ({ prefix }) => prefix,
    nameOf: ({ name }) => name,
    nextSteps: ['wf keys list'],
  });
}
