import { useCallback, useEffect, useState } from 'react';
import { type Column, createDraft, type Draft, storeDraft, readDraft } from '../drafts/draft.ts';

/** A route's draft, which survives reloads of the page. */
export interface DraftState {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly changeColumn: (id: string, part: Partial<Column>) => void;
}

/** Stores the draft of a route for this tab. Another storage key needs another component: `key={...}`. */
export function useDraft(key: string): DraftState {
  const [draft, setDraft] = useState(() => readDraft(sessionStorage, key) ?? createDraft());
  useEffect(() => storeDraft(sessionStorage, key, draft), [key, draft]);
  const change = useCallback((part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })), []);
  const changeColumn = useCallback(
    (id: string, part: Partial<Column>) =>
      setDraft((before) => ({
        ...before,
        columns: before.columns.map((column) => (column.id === id ? { ...column, ...part } : column)),
      })),
    [],
  );
  return { draft, change, changeColumn };
}
