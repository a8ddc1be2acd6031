import {
  keepPreviousData,
  type QueryClient,
  type QueryFunction,
  type QueryKey,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { AppChanges } from '../../contract/audit/app-changes.ts';
import { ALL_CHANGED, isChangedBy, type WatchedKey } from './changed-by.ts';
import {
  type EndpointKey,
  type InputOf,
  messageOf,
  type OutputOf,
  RefusedRequest,
  send,
  sendForPage,
} from './request.ts';

export interface Loaded<T> {
  /** The last value, also while a newer one loads; `null` before the first. */
  readonly value: T | null;
  readonly error: string | null;
}

/** First part of the keys of records. The next ones are the endpoints that were read, and their input. */
export const RECORDS = 'records';

/** Fetches again what a change may alter of what is on the screen. */
export function fetchChanged(client: QueryClient, changes: AppChanges): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [root, reads, input] }) =>
      // The keys are made below.
      root === RECORDS && isChangedBy(changes, reads as readonly WatchedKey[], input),
  });
}

/**
 * Fetches the answer of an endpoint, once for all views that show it.
 *
 * @param input - `null` fetches nothing
 * @param pollMs - when to fetch a value again; `null`: it does not change by itself
 */
export function useRequest<K extends WatchedKey>(
  key: K,
  input: InputOf<K> | null,
  pollMs?: (value: OutputOf<K>) => number | null,
): Loaded<OutputOf<K>> {
  return useLoaded([RECORDS, [key], input], input === null ? null : ({ signal }) => send(key, input, signal), pollMs);
}

/** Fetches what is made of the answers of endpoints. @param load - reads these; `null` fetches nothing */
export function useRecords<T>(
  reads: readonly WatchedKey[],
  input: Readonly<Record<string, unknown>>,
  load: QueryFunction<T> | null,
  pollMs?: (value: T) => number | null,
): Loaded<T> {
  return useLoaded([RECORDS, reads, input], load, pollMs);
}

/** Fetches a value by its key. @param load - `null` fetches nothing */
export function useLoaded<T>(
  queryKey: QueryKey,
  load: QueryFunction<T> | null,
  pollMs?: (value: T) => number | null,
): Loaded<T> {
  const { data, error } = useQuery<T>({
    queryKey,
    queryFn: load ?? skipToken,
    refetchInterval: ({ state }) => (state.data === undefined ? false : (pollMs?.(state.data) ?? false)),
  });
  // What was deleted meanwhile must not look as if it still were there.
  const isGone = error instanceof RefusedRequest && error.status === 404;
  return { value: isGone ? null : (data ?? null), error: error === null ? null : messageOf(error) };
}

/** Records to choose from: all if they are few, otherwise the newest and what a search finds. */
export interface Choices<T> {
  /** Oldest first; `null` while the first ones load. */
  readonly records: readonly T[] | null;
  /** Searches among all records; `null` when all of them are here. */
  readonly finder: { readonly text: string; readonly search: (text: string) => void } | null;
}

/** More options than this nobody looks through. */
const MAX_CHOICES = 100;

export type RecordOf<K extends EndpointKey> = OutputOf<K> extends readonly (infer R)[] ? R : never;

/** Fetches records to choose from. @param input - what all of them have; `null` fetches nothing */
export function useChoices<K extends WatchedKey>(key: K, input: InputOf<K> | null): Choices<RecordOf<K>> {
  const [text, search] = useState('');
  const query = { limit: MAX_CHOICES, order: 'desc', total: 'true', archived: 'false' };
  const more = text === '' ? query : { ...query, search: text };
  const { data } = useQuery({
    queryKey: [RECORDS, [key], input, 'choices', text],
    queryFn: input === null ? skipToken : ({ signal }) => sendForPage(key, input, more, signal),
    placeholderData: keepPreviousData,
  });
  const isLong = text !== '' || (data?.total ?? 0) > MAX_CHOICES;
  // The endpoint answers a list: its record's type says so.
  const newestFirst = (data?.items ?? null) as readonly RecordOf<K>[] | null;
  return { records: newestFirst?.toReversed() ?? null, finder: isLong ? { text, search } : null };
}

/** Sends a change, after which all records on the screen are fetched again: also when it was refused, by what is new. @param onDone - called when it is done */
export function useChange<T>(change: () => Promise<T>, onDone?: (result: T) => void) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: change,
    onSettled: () => fetchChanged(client, ALL_CHANGED),
    ...(onDone === undefined ? {} : { onSuccess: onDone }),
  });
  return { submit: () => mutate(), isBusy: isPending, error: error === null ? null : messageOf(error) };
}
