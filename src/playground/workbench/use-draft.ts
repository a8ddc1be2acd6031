import { useCallback, useEffect, useState } from 'react';
import { type Column, createDraft, type Draft, keepDraft, readDraft } from '../drafts/draft.ts';

/** What a person types for a route, kept over reloads of the page. */
export interface DraftState {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly changeColumn: (id: string, part: Partial<Column>) => void;
}

/** Keeps the draft of a route for this tab. Another key must be another component: `key={...}`. */
export function useDraft(key: string): DraftState {
  const [draft, setDraft] = useState(() => readDraft(sessionStorage, key) ?? createDraft());
  useEffect(() => keepDraft(sessionStorage, key, draft), [key, draft]);
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
