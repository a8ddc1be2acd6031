import { parametersOfRoute } from '../../contract/variants/route-parameters.ts';
import { Button, CopyButton } from '../elements/button.tsx';
import type { Field } from '../fields/field.ts';
import { OutcomeView } from './outcome/outcome-view.tsx';
import { ConfigForm } from './config-form.tsx';
import { AddRowButton } from './adding/add-row-button.tsx';
import type { Column, Origin } from '../drafts/draft.ts';
import { LoadMenu } from './load-menu.tsx';
import { answerText, violationsOf } from './outcome/outcome.ts';
import { checkConfig, toConfig } from './read-values.ts';
import type { Trial } from './use-trial.ts';
import { useState } from 'react';
import type { Parameters } from '../../contract/variants/variant.ts';
import { LazyView } from '../elements/lazy-view.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import { toCurl, useRunCommand } from './run-command-view.tsx';

interface ColumnViewProps {
  readonly title: string;
  readonly trial: Trial;
  readonly column: Column;
  readonly hasAnswer: boolean;
  readonly areFieldsHidden: boolean;
  /** The column to compare the answer with. */
  readonly baseline: Column | undefined;
  readonly shownFields: readonly Field[];
}

export function ColumnView(props: ColumnViewProps) {
  const { title, trial, column, hasAnswer, areFieldsHidden, baseline, shownFields } = props;
  const { path, fields, draft, outcomes, changeColumn } = trial;
  const outcome = outcomes.get(column.id);
  const text = answerText(outcome);
  const isOnly = draft.columns.length === 1;
  const config = toConfig(fields, column.values);
  const errors = { ...violationsOf(outcome, 'config', config), ...checkConfig(fields, column.values) };
  const change = (part: Partial<Column>) => changeColumn(column.id, part);
  const storedNames = new Set(Object.keys(parametersOfRoute(column.origin?.parameters ?? {}, path)));
  return (
    <section className="column" aria-label={title}>
      <div className="card config">
        <header className="card-head">
          <h2>{title}</h2>
          {fields.length === 0 ? null : (
            <LoadMenu
              origin={column.origin}
              onLoad={(origin) =>
                change({ origin, values: parametersOfRoute(origin?.parameters ?? {}, path), json: null })
              }
            />
          )}
          {isOnly ? null : (
            <Button label="Remove" context={title} className="link" onClick={() => trial.removeColumn(column.id)} />
          )}
        </header>
        {areFieldsHidden ? null : (
          <>
            <ConfigForm
              key={column.origin === null ? '' : `${column.origin.variantId}@${column.origin.revision}`}
              fields={fields}
              shownFields={shownFields}
              column={column}
              storedNames={storedNames}
              errors={errors}
              onChange={change}
            />
            <ColumnActions trial={trial} column={column} config={config} hasErrors={Object.keys(errors).length > 0} />
          </>
        )}
      </div>
      {hasAnswer ? (
        <div className="card answer">
          <header className="card-head">
            <h2>Answer{isOnly ? '' : <span className="hidden"> of {title}</span>}</h2>
            {text === null ? null : <CopyButton label="Copy answer" text={() => text} />}
            {text === null || outcome?.state !== 'done' ? null : (
              <AddRowButton inputs={trial.inputs} answer={text} of={isOnly ? null : `answer of ${title}`} />
            )}
          </header>
          <OutcomeView
            outcome={outcome}
            baseline={baseline === undefined ? null : answerText(outcomes.get(baseline.id))}
          />
        </div>
      ) : null}
    </section>
  );
}

interface ColumnActionsProps {
  readonly trial: Trial;
  readonly column: Column;
  readonly config: Parameters;
  readonly hasErrors: boolean;
}

/** The actions on a configuration, and its differences from the stored one it started from. */
function ColumnActions({ trial, column, config, hasErrors }: ColumnActionsProps) {
  const { fields, path, inputs, addressOf } = trial;
  const [isComparing, setComparing] = useState(false);
  const { origin } = column;
  const set = parametersOfRoute(origin?.parameters ?? {}, path);
  const stored = origin === null ? null : toConfig(fields, set);
  const reset = fields
    .map(({ name }) => name)
    .filter((name) => Object.hasOwn(set, name) && !Object.hasOwn(column.values, name));
  const isChanged = stored !== null && (reset.length > 0 || JSON.stringify(stored) !== JSON.stringify(config));
  const call = { path, config, inputs };
  const toRunCommand = useRunCommand(trial);
  return (
    <>
      <div className="actions">
        <StoreActions
          trial={trial}
          column={column}
          config={config}
          hasErrors={hasErrors}
          isChanged={isChanged}
          reset={reset}
        />
        {stored === null ? null : (
          <Button
            label={isChanged ? 'Changes •' : 'Changes'}
            aria-expanded={isComparing}
            onClick={() => setComparing(!isComparing)}
          />
        )}
        <span className="copies">
          <CopyButton label="Copy curl" text={() => toCurl(new URL(addressOf(column), location.origin).href, call)} />
          <CopyButton label="Copy wf run" text={() => toRunCommand([column])} />
        </span>
      </div>
      {isComparing && stored !== null ? (
        <LazyView name="changes" load={loadDiff} props={{ before: stored, after: config }} />
      ) : null}
    </>
  );
}

interface StoreActionsProps extends ColumnActionsProps {
  readonly isChanged: boolean;
  /** Fields that were set where the column started, and returned to their defaults. */
  readonly reset: readonly string[];
}

function StoreActions({ trial, column, config, hasErrors, isChanged, reset }: StoreActionsProps) {
  const workspace = useWorkspace();
  const [open, setOpen] = useState<'save' | 'deploy' | null>(null);
  const { origin } = column;
  const close = () => setOpen(null);
  return (
    <>
      {workspace.variant === null || trial.fields.length === 0 ? null : (
        <Button label="Save…" disabled={hasErrors} onClick={() => setOpen('save')} />
      )}
      {origin === null || workspace.environments.length === 0 ? null : (
        <Button
          label="Deploy…"
          disabled={isChanged}
          title={isChanged ? 'Save it first' : undefined}
          onClick={() => setOpen('deploy')}
        />
      )}
      {open === 'save' ? (
        <LazyView
          name="save"
          load={loadSaveDialog}
          placeholder={null}
          props={{
            origin,
            path: trial.path,
            config,
            reset,
            onSaved: (saved: Origin) => {
              const values = parametersOfRoute(saved.parameters, trial.path);
              trial.changeColumn(column.id, { origin: saved, values, json: null });
            },
            onClose: close,
          }}
        />
      ) : null}
      {open === 'deploy' && origin !== null ? (
        <LazyView name="deploy" load={loadDeployDialog} placeholder={null} props={{ ...origin, onClose: close }} />
      ) : null}
    </>
  );
}

const loadDiff = async () => (await import('../elements/diff-view.tsx')).DiffView;
const loadSaveDialog = async () => (await import('./saving/save-dialog.tsx')).SaveDialog;
const loadDeployDialog = async () => (await import('../environments/deploy-dialog.tsx')).DeployDialog;
