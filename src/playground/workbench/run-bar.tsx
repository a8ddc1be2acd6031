import type { ReactNode } from 'react';
import { useWorkspace } from '../workspace/workspace.ts';
import { type ChangeQuery, type Query, showsOnlyDifferences } from './use-query.ts';
import { MAX_COLUMNS, type Trial } from './use-trial.ts';

interface RunBarProps {
  readonly trial: Trial;
  readonly query: Query;
  readonly change: ChangeQuery;
  /** `null` where the rows of a test set run instead. */
  readonly onRun: (() => void) | null;
  readonly children: ReactNode;
}

/** The route's title and actions; stays visible while the page scrolls. */
export function RunBar({ trial, query, change: changeQuery, onRun, children }: RunBarProps) {
  const { draft, change, canRun, isRunning, cancel, addColumn } = trial;
  const { dev } = useWorkspace();
  const areHidden = query['fields'] === 'hidden';
  const isHistory = query['view'] === 'history';
  return (
    <div className="run-bar">
      {children}
      <div className="actions">
        {dev === null || onRun === null ? null : (
          <label className="choice">
            <input
              type="checkbox"
              role="switch"
              checked={draft.isRerun}
              onChange={({ target }) => change({ isRerun: target.checked })}
            />
            Run again on save
          </label>
        )}
        {draft.columns.length < 2 || onRun === null ? null : (
          <label className="choice">
            <input
              type="checkbox"
              role="switch"
              checked={showsOnlyDifferences(query)}
              onChange={({ target }) => changeQuery.replace({ show: target.checked ? 'differences' : '' })}
            />
            Only differences
          </label>
        )}
        <button
          type="button"
          aria-pressed={isHistory}
          onClick={() => changeQuery.open({ view: isHistory ? '' : 'history', compare: '' })}
        >
          History
        </button>
        {isHistory ? null : (
          <>
            <button
              type="button"
              aria-pressed={areHidden}
              onClick={() => changeQuery.replace({ fields: areHidden ? '' : 'hidden' })}
            >
              Hide fields
            </button>
            <button type="button" disabled={draft.columns.length >= MAX_COLUMNS} onClick={addColumn}>
              Add configuration
            </button>
          </>
        )}
        {isRunning && onRun !== null ? (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        ) : null}
        {onRun === null ? null : (
          <button type="button" className="primary" title="Ctrl+Enter" disabled={!canRun} onClick={onRun}>
            Run
          </button>
        )}
      </div>
    </div>
  );
}
