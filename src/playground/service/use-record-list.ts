import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { RECORDS, type RecordOf } from './queries.ts';
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
  /** When to fetch the list again; `null`: it does not change by itself. */
  readonly pollMs?: number | null;
}

interface Place {
  readonly cursor: string | null;
  /** Index of the page's first record. */
  readonly start: number;
}

/** Fetches the first page of a list, and the others on demand. */
export function useRecordList<K extends EndpointKey, T = RecordOf<K>>(
  key: K,
  input: InputOf<K>,
  { limit, read, isWhole = false, pollMs = null }: ListOptions<K, T>,
): RecordList<T> {
  const first: Place = { cursor: null, start: 0 };
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [RECORDS, key, 'pages', input],
    queryFn: async ({ pageParam: { cursor, start }, signal }) => {
      const page = await sendForPage(key, input, { limit, ...(cursor === null ? {} : { cursor }) }, signal);
      // The endpoint answers a list; without `read`, its records are what is wanted.
      const records = page.items as unknown as readonly RecordOf<K>[];
      const items = (read === undefined ? records : records.map((one, at) => read(one, start + at))) as readonly T[];
      return { items, total: page.total, cursor: page.cursor, end: start + items.length };
    },
    initialPageParam: first,
    getNextPageParam: ({ cursor, end }) => (cursor === null ? null : { cursor, start: end }),
    refetchInterval: pollMs ?? false,
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
export function useWholeList<K extends EndpointKey, T = RecordOf<K>>(
  key: K,
  input: InputOf<K>,
  options: ListOptions<K, T>,
): RecordList<T> {
  const list = useRecordList(key, input, { ...options, isWhole: true });
  const { loadMore } = list;
  useEffect(loadMore, [loadMore]);
  return list;
}
