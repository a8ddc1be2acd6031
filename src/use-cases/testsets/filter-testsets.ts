import type { ListRecord } from '../../client/calls/paginate.ts';
import type { Client } from '../../client/create-client.ts';
import { filterList } from '../../client/public/filter-list.ts';
import { FILTERED_LISTS, type FilteredList, type ListFilter } from '../../client/public/list-filter.ts';

/** Fields that test sets can be sorted by. */
export const TESTSET_FIELDS = Object.keys(FILTERED_LISTS.listTestsets.fields);

export interface FilterTestsetsOptions {
  readonly filter: ListFilter;
  /** Labels that they must have, as `team` or `team=search`. */
  readonly labels: readonly string[];
  /** Whether to list archived ones, instead of others. */
  readonly archived: boolean;
}

/** Lists the test sets that match, oldest first. */
export async function filterTestsets(
  client: Client,
  { filter, labels, archived }: FilterTestsetsOptions,
): Promise<FilteredList<ListRecord<'listTestsets'>>> {
  const input = {
    archived: archived ? 'true' : 'false',
    ...(labels.length === 0 ? {} : { label: [...labels] }),
  } as const;
  return await filterList(client, 'listTestsets', input, filter);
}
