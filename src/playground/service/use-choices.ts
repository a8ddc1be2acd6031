import { useState } from 'react';
import type { Page } from './request.ts';
import { useLoaded } from './use-loaded.ts';

/** The query of a list to choose from: its newest records that match a search. */
export interface ChoiceQuery {
  readonly limit: number;
  readonly order: 'desc';
  readonly total: 'true';
  readonly archived: 'false';
  readonly search?: string;
}

/** Records to choose from: all if they are few, otherwise the newest and what a search finds. */
export interface Choices<T> {
  /** Oldest first; `null` while they load. */
  readonly records: readonly T[] | null;
  /** Searches among all records; `null` when all of them are here. */
  readonly finder: { readonly text: string; readonly search: (text: string) => void } | null;
}

/** More options than this nobody looks through. */
const MAX_COUNT = 100;

/**
 * Fetches records to choose from.
 *
 * @param key - identifies the list; `null` fetches nothing
 */
export function useChoices<T>(
  key: string | null,
  load: (query: ChoiceQuery, signal: AbortSignal) => Promise<Page<readonly T[]>>,
): Choices<T> {
  const [text, search] = useState('');
  const { value } = useLoaded(key === null ? null : `${key} ${text}`, (signal) =>
    load(
      { limit: MAX_COUNT, order: 'desc', total: 'true', archived: 'false', ...(text === '' ? {} : { search: text }) },
      signal,
    ),
  );
  const isLong = text !== '' || (value?.total ?? 0) > MAX_COUNT;
  return { records: value?.items.toReversed() ?? null, finder: isLong ? { text, search } : null };
}
