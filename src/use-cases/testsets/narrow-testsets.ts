import type { ListRecord } from '../../client/calls/paginate.ts';
import type { Client } from '../../client/create-client.ts';
import { type NarrowedList, narrowList, type RecordFacts } from '../records/narrow/narrow-list.ts';
import type { Narrowing } from '../records/narrow/parse-narrowing.ts';

type ListedTestset = ListRecord<'listTestsets'>;

const FACTS: RecordFacts<ListedTestset> = {
  createdAt: ({ created_at }) => created_at,
  names: ({ name }) => [name],
  fields: {
    created: ({ created_at }) => created_at,
    updated: ({ updated_at }) => updated_at,
    name: ({ name }) => name,
    rows: ({ rows }) => rows ?? null,
  },
};
/** Fields that test sets can be sorted by. */
export const TESTSET_FIELDS = Object.keys(FACTS.fields);

const SERVICE_SORTS = ['updated', 'name'];

/** Lists the test sets that match, oldest first. */
export function narrowTestsets(client: Client, narrowing: Narrowing): NarrowedList<ListedTestset> {
  return narrowList(
    {
      facts: FACTS,
      isNarrowed: false,
      serviceSorts: SERVICE_SORTS,
      request: ({ sort, ...query }, onTotal) =>
        client.paginate('listTestsets', { ...query, ...withSort(sort) }, { onTotal }),
    },
    narrowing,
  );
}

function withSort(sort: string | undefined): { readonly sort?: 'updated' | 'name' } {
  return sort === 'updated' || sort === 'name' ? { sort } : {};
}
