import { type ReactNode, useRef } from 'react';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { Button } from '../elements/button.tsx';
import { Tick } from '../elements/labelled-controls.tsx';
import type { HistoryViewProps } from './history-view.tsx';
import { ColumnView } from './column-view.tsx';
import { LazyView } from '../elements/lazy-view.tsx';
import { differingFields } from './read-values.ts';
import { InputsCard } from './inputs-card.tsx';
import { RunCommandView } from './run-command-view.tsx';
import { type Query, showsOnlyDifferences, useQuery } from './use-query.ts';
import { useRunKey } from './use-run-key.ts';
import { MAX_COLUMNS, useTrial } from './use-trial.ts';
import { useWorkspace } from '../workspace/workspace.ts';

interface RouteViewProps {
  readonly route: RouteSchema;
  readonly query: Query;
  readonly links: ReactNode;
}

/** A route: inputs or the rows of a test set, one or more configurations, and the answers of each. */
export function RouteView({ route, query, links }: RouteViewProps) {
  const trial = useTrial(route);
  const change = useQuery(route.path, query);
  const { draft, canRun } = trial;
  const element = useRef<HTMLDivElement>(null);
  const hasRows = query['testset'] !== undefined;
  const isHistory = query['view'] === 'history';
  const onlyDifferences = showsOnlyDifferences(query) && draft.columns.length > 1;
  const shownFields = onlyDifferences ? differingFields(trial.fields, draft.columns.map(trial.configOf)) : trial.fields;
  const run = () => {
    if (!canRun) return;
    trial.run();
    // On a small screen the answer would be out of view.
    element.current?.querySelector('.answer')?.scrollIntoView({ block: 'nearest' });
  };
  // The rows have a key of their own.
  useRunKey(hasRows || isHistory ? null : run);
  if (isHistory) {
    return (
      <div className="route" data-history="">
        <RunBar trial={trial} query={query} change={change} onRun={null}>
          {links}
        </RunBar>
        <LazyView name="history" load={loadHistory} props={{ trial, query, change }} />
      </div>
    );
  }
  return (
    <div className="route" data-count={draft.columns.length} data-rows={hasRows || undefined} ref={element}>
      <RunBar trial={trial} query={query} change={change} onRun={hasRows ? null : run}>
        {links}
      </RunBar>
      {hasRows ? null : <InputsCard trial={trial} onRun={run} onOpen={(testset) => change.open({ testset })} />}
      <div className="columns">
        {draft.columns.map((column, index) => (
          <ColumnView
            key={column.id}
            title={draft.columns.length === 1 ? 'Configuration' : `Configuration ${index + 1}`}
            trial={trial}
            column={column}
            hasAnswer={!hasRows}
            areFieldsHidden={query['fields'] === 'hidden'}
            baseline={onlyDifferences && index > 0 ? draft.columns[0] : undefined}
            shownFields={shownFields}
          />
        ))}
      </div>
      {hasRows ? (
        <LazyView key="rows" name="rows" load={loadRows} props={{ route, trial, query, change }} />
      ) : (
        <RunCommandView trial={trial} />
      )}
    </div>
  );
}

const loadHistory = async () => (await import('./history-view.tsx')).HistoryView;
const loadRows = async () => (await import('./rows/rows-view.tsx')).RowsView;

interface RunBarProps extends HistoryViewProps {
  /** `null` where the rows of a test set run instead. */
  readonly onRun: (() => void) | null;
  readonly children: ReactNode;
}

function RunBar({ trial, query, change: changeQuery, onRun, children }: RunBarProps) {
  const { draft, change, canRun, isRunning, cancel, addColumn } = trial;
  const { dev } = useWorkspace();
  const areHidden = query['fields'] === 'hidden';
  const isHistory = query['view'] === 'history';
  return (
    <div className="run-bar">
      {children}
      <div className="actions">
        {dev === null || onRun === null ? null : (
          <Tick
            role="switch"
            label="Run again on save"
            isOn={draft.isRerun}
            onChange={(isRerun) => change({ isRerun })}
          />
        )}
        {draft.columns.length < 2 || onRun === null ? null : (
          <Tick
            role="switch"
            label="Only differences"
            isOn={showsOnlyDifferences(query)}
            onChange={(isOn) => changeQuery.replace({ show: isOn ? 'differences' : '' })}
          />
        )}
        <Button
          label="History"
          aria-pressed={isHistory}
          onClick={() => changeQuery.open({ view: isHistory ? '' : 'history', compare: '' })}
        />
        {isHistory ? null : (
          <>
            <Button
              label="Hide fields"
              aria-pressed={areHidden}
              onClick={() => changeQuery.replace({ fields: areHidden ? '' : 'hidden' })}
            />
            <Button label="Add configuration" disabled={draft.columns.length >= MAX_COLUMNS} onClick={addColumn} />
          </>
        )}
        {isRunning && onRun !== null ? <Button label="Cancel" onClick={cancel} /> : null}
        {onRun === null ? null : (
          <Button label="Run" className="primary" title="Ctrl+Enter" disabled={!canRun} onClick={onRun} />
        )}
      </div>
    </div>
  );
}
