import type { ReactNode } from 'react';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Trial } from './use-trial.ts';

interface RunBarProps {
  readonly trial: Trial;
  readonly onRun: () => void;
  readonly children: ReactNode;
}

/** The route's title and actions; stays visible while the page scrolls. */
export function RunBar({ trial, onRun, children }: RunBarProps) {
  const { draft, change, canRun, isRunning, cancel, addColumn } = trial;
  const { dev } = useWorkspace();
  return (
    <div className="run-bar">
      {children}
      <div className="actions">
        {dev === null ? null : (
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
        <button type="button" onClick={addColumn}>
          Add configuration
        </button>
        {isRunning ? (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        ) : null}
        <button type="button" className="primary" title="Ctrl+Enter" disabled={!canRun} onClick={onRun}>
          Run
        </button>
      </div>
    </div>
  );
}
