import type { Client } from '../../client/create-client.ts';
import { filterRecords } from '../../client/public/filter-list.ts';
import { SHORT_LISTS } from '../../client/public/filtered-lists.ts';
import type { FilteredList, ListFilter } from '../../client/public/list-filter.ts';
import type { App } from '../../contract/apps/app.ts';

/** Fields that apps can be sorted by. */
export const APP_FIELDS = Object.keys(SHORT_LISTS.apps.fields);

/** Lists the apps that match, oldest first. */
export async function filterApps(client: Client, filter: ListFilter): Promise<FilteredList<App>> {
  return filterRecords(await client.listApps({}), SHORT_LISTS.apps, filter);
}
