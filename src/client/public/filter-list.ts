import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import type { EndpointInput } from '../../contract/endpoints.ts';
import type { ListRecord } from '../calls/paginate.ts';
import type { Client } from '../create-client.ts';
import {
  FILTERED_LISTS,
  type FilteredList,
  type FilteredListName,
  type Indexed,
  isFiltering,
  isInFilter,
  isWanted,
  type ListFacts,
  type ListFilter,
  type Order,
  orderOf,
  type RecordFacts,
} from './list-filter.ts';
import { notFound } from '../../foundation/closest-names.ts';
import type { UnknownRecord } from '../../foundation/record.ts';

/**
 * Records per request. What a page leaves behind is collected sooner the smaller it is: with 250 a whole list took 10 MB
 * more, with the largest page 60. Smaller ones would only add round trips.
 */
const PAGE_SIZE = 100;

/** A condition on a field that no service filters by. */
export interface FieldCondition {
  readonly field: string;
  readonly holds: (value: unknown) => boolean;
}

/** Query parameters of one kind of list; the common ones follow from the filter. */
export type ListInput<N extends FilteredListName> = Omit<
  EndpointInput<N>,
  'limit' | 'order' | 'sort' | 'total' | 'created_since' | 'created_until' | 'search' | 'cursor'
>;

/**
 * Filters and sorts a list by the service if that is possible, and here otherwise. A service has filtered and sorted the
 * list if it reported the number of matches. Each record is checked again, because another service ignores what it does
 * not know. No more records are kept in memory than the limit.
 *
 * @param where - conditions that no service knows; all must hold
 * @throws {WF_NOT_FOUND} for an unknown environment, with the known ones
 */
export async function filterList<N extends FilteredListName>(
  client: Client,
  name: N,
  input: ListInput<N>,
  filter: ListFilter,
  where: readonly FieldCondition[] = [],
): Promise<FilteredList<ListRecord<N>>> {
  const facts: ListFacts<N> = FILTERED_LISTS[name];
  const own: UnknownRecord = input;
  const running = await findEnvironment(client, own);
  const isOwn = where.length > 0 || Object.entries(own).some(isSelecting);
  // The spread has the parameters of the list, and those that all of these lists have.
  const request: Source<ListRecord<N>>['request'] = (query, onTotal) =>
    client.paginate(name, { ...input, ...query } as unknown as EndpointInput<N>, { onTotal });
  const matches = (record: ListRecord<N>) => isWanted(facts, record, own, running) && isInFilter(record, facts, filter);
  const holds = (record: ListRecord<N>) =>
    where.every((condition) => {
      const value = facts.valueOf?.(record, condition.field);
      return value !== undefined && condition.holds(value);
    });
  return filterSource(
    {
      facts,
      request,
      isFiltered: isOwn,
      serviceSorts: facts.serviceSorts,
      matches,
      holds: where.length > 0 ? holds : null,
    },
    filter,
  );
}

/** Filters a list of records so few that no service filters them. */
export function filterRecords<Row>(
  records: readonly Row[],
  facts: RecordFacts<Row>,
  filter: ListFilter,
): FilteredList<Row> {
  const found = records.filter((record) => isInFilter(record, facts, filter));
  const isInOrder = filter.sort === null && !filter.isDescending;
  const ordered = isInOrder ? found : inOrder(found, orderOf(facts, filter));
  const shown = ordered.slice(0, filter.limit ?? undefined);
  return {
    records: eachOf(shown),
    isFiltered: isFiltering(filter),
    outcome: () => ({ shown: shown.length, total: found.length, readHere: null }),
  };
}

/**
 * Finds an environment by its name: what it runs decides which records a list of its variants or evaluations has.
 *
 * @returns `null`: none is named
 * @throws {WF_NOT_FOUND} for an unknown environment, with the known ones
 */
export async function findEnvironment(
  client: Client,
  { app_id, environment: name }: UnknownRecord,
): Promise<EnvironmentOutput | null> {
  if (typeof name !== 'string') return null;
  const environments = await client.listAppEnvironments({ app_id: String(app_id) });
  const found = environments.find((environment) => environment.name === name);
  if (found !== undefined) return found;
  const available = environments.map((environment) => environment.name);
  throw notFound({ kind: 'environment', name, available, nextSteps: ['wf env list'] });
}

function isSelecting([name, value]: [string, unknown]): boolean {
  return value !== undefined && name !== 'app_id' && !(name === 'archived' && value === 'false');
}

interface Source<Row> {
  readonly facts: RecordFacts<Row>;
  readonly serviceSorts: readonly string[];
  /** Whether the request has conditions of its own. */
  readonly isFiltered: boolean;
  readonly matches: (record: Row) => boolean;
  /** Conditions that no service checks; `null`: none. */
  readonly holds: ((record: Row) => boolean) | null;
  /** Requests the list. A service of wf reports the number of records that match, before the first one. */
  readonly request: (query: CommonQuery, onTotal: (total: number) => void) => AsyncIterable<Row>;
}

/** Query parameters of ours that all lists have; another service gets or honours none of them. */
interface CommonQuery {
  readonly limit: number;
  readonly order?: 'desc';
  readonly sort?: string;
  readonly total?: 'true';
  readonly created_since?: string;
  readonly created_until?: string;
  readonly search?: string;
}

function filterSource<Row>(source: Source<Row>, filter: ListFilter): FilteredList<Row> {
  const { sort, limit, isDescending } = filter;
  let reported: number | null = null;
  let [read, matched, shown] = [0, 0, 0];
  let isWhole = false;
  const isFiltered = source.isFiltered || isFiltering(filter);
  const isSelected = isFiltered || sort !== null;
  const asksTotal = isSelected || isDescending || limit !== null;

  async function* matching(): AsyncGenerator<Row> {
    const query = toQuery(source, filter, asksTotal);
    for await (const record of source.request(query, (total) => (reported = total))) {
      read += 1;
      if (!source.matches(record) || source.holds?.(record) === false) continue;
      matched += 1;
      yield record;
    }
    isWhole = true;
  }

  async function* records(): AsyncGenerator<Row> {
    const found = matching();
    const first = await found.next();
    if (first.done === true) return;
    const isSorted =
      reported === null ? sort === null && !isDescending : sort === null || source.serviceSorts.includes(sort);
    const rest = prepend(first.value, found);
    for await (const record of isSorted ? rest : keepFirst(rest, orderOf(source.facts, filter), limit)) {
      if (shown === limit) return;
      shown += 1;
      yield record;
    }
  }

  const outcome = () => {
    const total = (source.holds === null ? reported : null) ?? (isWhole ? matched : null);
    return { shown, total, readHere: reported === null && isSelected ? read : null };
  };
  return { records: records(), isFiltered, outcome };
}

function toQuery<Row>({ serviceSorts, holds }: Source<Row>, filter: ListFilter, asksTotal: boolean): CommonQuery {
  const { since, until, search, sort, isDescending, limit } = filter;
  const isOrdered = sort === null || serviceSorts.includes(sort);
  // One more than the limit shows whether there are others.
  const isShort = limit !== null && isOrdered && holds === null;
  return {
    limit: isShort ? Math.min(limit + 1, PAGE_SIZE) : PAGE_SIZE,
    ...(isOrdered && isDescending ? { order: 'desc' } : {}),
    ...(isOrdered && sort !== null ? { sort } : {}),
    ...(asksTotal ? { total: 'true' } : {}),
    ...(since === null ? {} : { created_since: since }),
    ...(until === null ? {} : { created_until: until }),
    ...(search === null ? {} : { search }),
  };
}

/** Sorting a few more now and then costs less than keeping the records sorted. */
const SLACK = 1000;

/**
 * Sorts records, keeping only the first ones in memory.
 *
 * @param limit - number of records to keep; `null`: all
 * @yields the records in order
 */
export async function* keepFirst<Row>(
  records: AsyncIterable<Row>,
  order: Order<Row>,
  limit: number | null,
): AsyncGenerator<Row> {
  const max = limit ?? Number.POSITIVE_INFINITY;
  let kept: Indexed<Row>[] = [];
  let index = 0;
  for await (const record of records) {
    kept.push({ record, index });
    index += 1;
    if (kept.length >= 2 * max + SLACK) kept = kept.toSorted(order).slice(0, max);
  }
  for (const { record } of kept.toSorted(order).slice(0, max)) yield record;
}

function inOrder<Row>(records: readonly Row[], order: Order<Row>): Row[] {
  return records
    .map((record, index) => ({ record, index }))
    .toSorted(order)
    .map(({ record }) => record);
}

/** @yields the records */
async function* eachOf<Row>(records: readonly Row[]): AsyncGenerator<Row> {
  yield* records;
}

/** @yields the first record and the others */
async function* prepend<Row>(first: Row, rest: AsyncIterable<Row>): AsyncGenerator<Row> {
  yield first;
  yield* rest;
}
