import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Page } from './request.ts';
import { useAnswersAgain } from './use-answers-again.ts';
import { messageOf } from './use-loaded.ts';

/** A list that is fetched page by page. */
export interface RecordList<T> {
  /** The records fetched so far; while another filter loads, those of the last one. */
  readonly records: readonly T[];
  /** How many records match; `null` before the first page. */
  readonly total: number | null;
  /** Whether the records are those of another key: newer ones are on their way. */
  readonly isStale: boolean;
  readonly error: string | null;
  /** Fetches the next page, unless one is on its way or this was the last. */
  readonly loadMore: () => void;
  /** Fetches the list again, from its first page. */
  readonly reload: () => void;
}

/** Fetches the page at a cursor; `null` is the first. */
export type LoadPage<T> = (cursor: string | null, signal: AbortSignal) => Promise<Page<readonly T[]>>;

interface State<T> {
  /** The key that the records belong to. */
  readonly key: string | null;
  readonly records: readonly T[];
  readonly total: number | null;
  readonly cursor: string | null;
  readonly error: string | null;
}

/**
 * Fetches the first page of a list, and again when its key changes or on `reload`.
 *
 * @param key - identifies the list with its filters
 */
export function useRecordList<T>(key: string, load: LoadPage<T>): RecordList<T> {
  const [state, setState] = useState<State<T>>({ key: null, records: [], total: null, cursor: null, error: null });
  const [round, setRound] = useState(0);
  // The key identifies the list: `load` is a new function on every render.
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  const current = useRef<AbortController | null>(null);
  const read = useCallback((of: string, cursor: string | null) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const end = (next: (before: State<T>) => State<T>) => {
      if (controller.signal.aborted) return;
      current.current = null;
      setState(next);
    };
    latest.current(cursor, controller.signal).then(
      (page) => end((before) => ({ key: of, ...addPage(before, page, cursor !== null) })),
      (error: unknown) => end((before) => ({ ...before, error: messageOf(error) })),
    );
  }, []);
  const request = useMemo(() => ({ key, round }), [key, round]);
  useEffect(() => {
    read(request.key, null);
    return () => {
      current.current?.abort();
      current.current = null;
    };
  }, [request, read]);
  const { records, total, cursor, error } = state;
  const loadMore = useCallback(() => {
    if (cursor !== null && current.current === null) read(key, cursor);
  }, [key, cursor, read]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useAnswersAgain(error !== null, reload);
  return { records, total, isStale: state.key !== key, error, loadMore, reload };
}

function addPage<T>(
  before: State<T>,
  { items, cursor, total }: Page<readonly T[]>,
  isNext: boolean,
): Omit<State<T>, 'key'> {
  const records = isNext ? [...before.records, ...items] : items;
  return { records, cursor, total: (isNext ? before.total : total) ?? records.length, error: null };
}
