import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { RECORDS, type RecordOf } from './queries.ts';
import type { WatchedKey } from './changed-by.ts';
import { type EndpointKey, type InputOf, messageOf, sendForPage } from './request.ts';

export interface RecordList<T> {
  /** The records fetched so far; while another filter loads, those of the last one. */
  readonly records: readonly T[];
  /** How many records match; `null` before the first page. */
  readonly total: number | null;
  readonly isComplete: boolean;
  /** Whether the records are those of another filter: newer ones are on their way. */
  readonly isStale: boolean;
  readonly error: string | null;
  /** Fetches the next page, unless one is on its way or this was the last. */
  readonly loadMore: () => void;
}

interface ListOptions<K extends EndpointKey, T> {
  /** Records of a page, 1 or more. */
  readonly limit: number;
  /** Converts a record, by its position in the list. */
  readonly read?: (record: RecordOf<K>, index: number) => T;
  /** Whether all pages are wanted, and not those of another filter meanwhile. */
  readonly isWhole?: boolean;
  /** When to fetch the list again, by the records so far; `null`: a change is told. */
  readonly pollMs?: (records: readonly T[]) => number | null;
}

/** A page as it is kept. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number | null;
  readonly cursor: string | null;
  /** Index of the next page's first record. */
  readonly end: number;
}

/** The key of the pages of a list. */
export function listKey<K extends WatchedKey>(key: K, input: InputOf<K>): QueryKey {
  return [RECORDS, [key], input, 'pages'];
}

interface Place {
  readonly cursor: string | null;
  /** Index of the page's first record. */
  readonly start: number;
}

/** Fetches the first page of a list, and the others on demand. */
export function useRecordList<K extends WatchedKey, T = RecordOf<K>>(
  key: K,
  input: InputOf<K>,
  { limit, read, isWhole = false, pollMs }: ListOptions<K, T>,
): RecordList<T> {
  const first: Place = { cursor: null, start: 0 };
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: listKey(key, input),
    queryFn: async ({ pageParam: { cursor, start }, signal }): Promise<ListPage<T>> => {
      const page = await sendForPage(key, input, { limit, ...(cursor === null ? {} : { cursor }) }, signal);
      // The endpoint answers a list; without `read`, its records are what is wanted.
      const records = page.items as unknown as readonly RecordOf<K>[];
      const items = (read === undefined ? records : records.map((one, at) => read(one, start + at))) as readonly T[];
      return { items, total: page.total, cursor: page.cursor, end: start + items.length };
    },
    initialPageParam: first,
    getNextPageParam: ({ cursor, end }) => (cursor === null ? null : { cursor, start: end }),
    refetchInterval: ({ state: { data: known } }) =>
      known === undefined ? false : (pollMs?.(known.pages.flatMap(({ items }) => items)) ?? false),
    // A whole list may be long: it is not kept for views that are not open.
    ...(isWhole ? { gcTime: 0 } : {}),
  });
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  const shown = data ?? (isWhole ? undefined : last);
  const records = useMemo(() => shown?.pages.flatMap(({ items }) => items) ?? [], [shown]);
  const canLoad = hasNextPage && !isFetching && error === null;
  const loadMore = useCallback(() => {
    if (canLoad) void fetchNextPage();
  }, [canLoad, fetchNextPage]);
  return {
    records,
    total: shown === undefined ? null : (shown.pages[0]?.total ?? records.length),
    isComplete: data !== undefined && !hasNextPage,
    isStale: data !== shown,
    error: error === null ? null : messageOf(error),
    loadMore,
  };
}

/** Fetches all pages of a list one after the other, so that the first records can be seen at once. */
export function useWholeList<K extends WatchedKey, T = RecordOf<K>>(
  key: K,
  input: InputOf<K>,
  options: ListOptions<K, T>,
): RecordList<T> {
  const list = useRecordList(key, input, { ...options, isWhole: true });
  const { loadMore } = list;
  useEffect(loadMore, [loadMore]);
  return list;
}
