import { type ReactNode, useRef } from 'react';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { ColumnView } from './column-view.tsx';
import { InputsCard } from './inputs-card.tsx';
import { RunBar } from './run-bar.tsx';
import { useRunKey } from './use-run-key.ts';
import { useTrial } from './use-trial.ts';

interface RouteViewProps {
  readonly route: RouteSchema;
  /** Links to the other routes. */
  readonly links: ReactNode;
}

/** A route: inputs, one or more configurations, and the answer of each. */
export function RouteView({ route, links }: RouteViewProps) {
  const trial = useTrial(route);
  const { draft, canRun } = trial;
  const element = useRef<HTMLDivElement>(null);
  const run = () => {
    if (!canRun) return;
    trial.run();
    // On a small screen the answer would be out of view.
    element.current?.querySelector('.answer')?.scrollIntoView({ block: 'nearest' });
  };
  useRunKey(run);
  return (
    <div className="route" data-count={draft.columns.length} ref={element}>
      <RunBar trial={trial} onRun={run}>
        {links}
      </RunBar>
      <InputsCard trial={trial} onRun={run} />
      <div className="columns">
        {draft.columns.map((column, index) => (
          <ColumnView
            key={column.id}
            title={draft.columns.length === 1 ? 'Configuration' : `Configuration ${index + 1}`}
            trial={trial}
            column={column}
          />
        ))}
      </div>
    </div>
  );
}
