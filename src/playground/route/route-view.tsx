import { useMemo } from 'react';
import { DEV_WORKFLOW_PATH } from '../../contract/dev-events.ts';
import type { RouteSchema } from '../../contract/records/route-schema.ts';
import { toFields } from '../fields/field.ts';
import { useWorkspace, type Workspace } from '../workspace.ts';
import { ColumnView } from './column-view.tsx';
import { type Column, createColumn } from './draft.ts';
import { InputForm } from './input-form.tsx';
import { draftKey } from './open-in-draft.ts';
import { violationsOf } from './outcome.ts';
import { checkConfig, readInputs, toConfig } from './read-values.ts';
import { TestsetRow } from './testset-row.tsx';
import { useDraft } from './use-draft.ts';
import { useRerun } from './use-rerun.ts';
import { useRuns } from './use-runs.ts';

interface RouteViewProps {
  readonly route: RouteSchema;
}

/** A route under trial: inputs, one or more configurations, and what each answered. */
export function RouteView({ route }: RouteViewProps) {
  const workspace = useWorkspace();
  const { draft, change, changeColumn } = useDraft(draftKey(workspace.appName, route.path));
  const { outcomes, isRunning, start, cancel } = useRuns();
  const fields = useMemo(() => toFields(route.config) ?? [], [route]);
  const inputFields = useMemo(() => toFields(route.input), [route]);
  const read = readInputs(inputFields, draft.inputs, draft.openInputs);
  const refused = Object.assign({}, ...[...outcomes.values()].map((outcome) => violationsOf(outcome, 'inputs')));
  const canRun = Object.keys(read.errors).length === 0 && draft.columns.every((column) => isReady(fields, column));
  const run = () => {
    const runs = draft.columns.map((column) => ({
      columnId: column.id,
      base: baseOf(workspace, column),
      config: toConfig(fields, column.values),
    }));
    start(route.path, read.inputs, runs);
  };
  useRerun(workspace.dev, draft.isRerun && canRun && outcomes.size > 0 ? run : null);
  const add = () => {
    const last = draft.columns.at(-1);
    change({ columns: [...draft.columns, createColumn(last?.origin ?? null, last?.values)] });
  };
  return (
    <div className="route">
      <section className="card inputs" aria-label="Inputs">
        <header className="card-head">
          <h2>Inputs</h2>
          <TestsetRow fields={inputFields} onLoad={change} />
        </header>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (canRun) run();
          }}
        >
          <InputForm fields={inputFields} draft={draft} errors={{ ...refused, ...read.errors }} onChange={change} />
          <div className="actions">
            <button type="submit" className="primary" disabled={!canRun}>
              Run
            </button>
            {isRunning ? (
              <button type="button" onClick={cancel}>
                Cancel
              </button>
            ) : null}
            <button type="button" onClick={add}>
              Add configuration
            </button>
            {workspace.dev === null ? null : (
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
          </div>
        </form>
      </section>
      <div className="columns" data-count={draft.columns.length}>
        {draft.columns.map((column, index) => (
          <ColumnView
            key={column.id}
            title={draft.columns.length === 1 ? 'Configuration' : `Configuration ${index + 1}`}
            path={route.path}
            base={baseOf(workspace, column)}
            fields={fields}
            inputs={read.inputs}
            column={column}
            outcome={outcomes.get(column.id)}
            onChange={(part) => changeColumn(column.id, part)}
            onRemove={
              draft.columns.length === 1
                ? undefined
                : () => change({ columns: draft.columns.filter(({ id }) => id !== column.id) })
            }
          />
        ))}
      </div>
    </div>
  );
}

function isReady(fields: ReturnType<typeof toFields>, column: Column): boolean {
  return column.json === null && Object.keys(checkConfig(fields ?? [], column.values)).length === 0;
}

/** Where a column's calls go: the sources while they are worked on, else the variant's own code. */
function baseOf({ dev, app, variants }: Workspace, { origin }: Column): string {
  if (dev !== null) return DEV_WORKFLOW_PATH;
  const variant = variants.find(({ variant_id }) => variant_id === origin?.variantId) ?? variants[0];
  return `/services/${app?.app_id}/${variant?.variant_id}`;
}
