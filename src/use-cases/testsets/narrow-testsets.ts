import type { ListRecord } from '../../client/calls/paginate.ts';
import type { Client } from '../../client/create-client.ts';
import { hasLabels, readSelector } from '../../contract/labels/label-rules.ts';
import { type NarrowedList, narrowList } from '../records/narrow/narrow-list.ts';
import type { Narrowing } from '../records/narrow/parse-narrowing.ts';
import type { RecordFacts } from '../records/narrow/record-facts.ts';

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

export interface NarrowTestsetsOptions {
  readonly narrowing: Narrowing;
  /** Labels that they must have, as `team` or `team=search`. */
  readonly labels: readonly string[];
  /** Whether to list archived ones, instead of others. */
  readonly archived: boolean;
}

/** Lists the test sets that match, oldest first. */
export function narrowTestsets(
  client: Client,
  { narrowing, labels, archived }: NarrowTestsetsOptions,
): NarrowedList<ListedTestset> {
  const wanted = labels.map(readSelector);
  const only = {
    archived: archived ? 'true' : 'false',
    ...(labels.length === 0 ? {} : { label: [...labels] }),
  } as const;
  return narrowList(
    {
      facts: {
        ...FACTS,
        isWanted: ({ labels: own, archived_at }) => hasLabels(own, wanted) && (archived_at != null) === archived,
      },
      isNarrowed: archived || labels.length > 0,
      serviceSorts: SERVICE_SORTS,
      request: ({ sort, ...query }, onTotal) =>
        client.paginate('listTestsets', { ...only, ...query, ...withSort(sort) }, { onTotal }),
    },
    narrowing,
  );
}

function withSort(sort: string | undefined): { readonly sort?: 'updated' | 'name' } {
  return sort === 'updated' || sort === 'name' ? { sort } : {};
}
