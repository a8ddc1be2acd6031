import { useState } from 'react';
import type { Parameters } from '../../contract/records/variant.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import type { Field } from '../fields/field.ts';
import { OutcomeView } from '../output/outcome-view.tsx';
import { DeployDialog } from '../variants/deploy-dialog.tsx';
import { DiffView } from '../variants/diff-view.tsx';
import { useWorkspace } from '../workspace.ts';
import { ConfigForm } from './config-form.tsx';
import { toCurl, toWfRun } from './copy-command.ts';
import type { Column, Origin } from './draft.ts';
import { LoadMenu } from './load-menu.tsx';
import { type Outcome, violationsOf } from './outcome.ts';
import { checkConfig, toConfig } from './read-values.ts';
import { SaveDialog } from './save-dialog.tsx';

interface ColumnViewProps {
  readonly title: string;
  readonly path: string;
  readonly base: string;
  readonly fields: readonly Field[];
  readonly inputs: Parameters;
  readonly column: Column;
  readonly outcome: Outcome | undefined;
  readonly onChange: (part: Partial<Column>) => void;
  /** Left out for the only one. */
  readonly onRemove: (() => void) | undefined;
}

/** One configuration with what may be done with it, and what it answered. */
export function ColumnView(props: ColumnViewProps) {
  const { title, fields, column, outcome, onChange, onRemove } = props;
  const { variants } = useWorkspace();
  const config = toConfig(fields, column.values);
  const errors = { ...violationsOf(outcome, 'config'), ...checkConfig(fields, column.values) };
  const load = (origin: Origin | null) => onChange({ origin, values: origin?.parameters ?? {}, json: null });
  return (
    <section className="column" aria-label={title}>
      <div className="card config">
        <header className="card-head">
          <h2>{title}</h2>
          {onRemove === undefined ? null : (
            <button type="button" className="link" onClick={onRemove}>
              Remove<span className="hidden"> {title}</span>
            </button>
          )}
        </header>
        {variants.length === 0 || fields.length === 0 ? null : <LoadMenu origin={column.origin} onLoad={load} />}
        <ConfigForm
          key={column.origin === null ? '' : originKey(column.origin)}
          fields={fields}
          column={column}
          errors={errors}
          onChange={onChange}
        />
        <ColumnActions {...props} config={config} hasErrors={Object.keys(errors).length > 0} />
      </div>
      <div className="card answer">
        <h2>Answer{onRemove === undefined ? '' : <span className="hidden"> of {title}</span>}</h2>
        <OutcomeView outcome={outcome} />
      </div>
    </section>
  );
}

interface ColumnActionsProps extends ColumnViewProps {
  readonly config: Parameters;
  readonly hasErrors: boolean;
}

function ColumnActions({ path, base, inputs, fields, column, onChange, config, hasErrors }: ColumnActionsProps) {
  const { variants, environments } = useWorkspace();
  const [open, setOpen] = useState<'save' | 'deploy' | null>(null);
  const [isComparing, setComparing] = useState(false);
  const { origin } = column;
  const stored = origin === null ? null : toConfig(fields, origin.parameters);
  const isChanged = stored !== null && JSON.stringify(stored) !== JSON.stringify(config);
  const call = { path, config, inputs };
  const close = () => setOpen(null);
  return (
    <>
      <div className="actions">
        {variants.length === 0 || fields.length === 0 ? null : (
          <button type="button" disabled={hasErrors} onClick={() => setOpen('save')}>
            Save…
          </button>
        )}
        {origin === null || environments.length === 0 ? null : (
          <button
            type="button"
            disabled={isChanged}
            title={isChanged ? 'Save it first' : undefined}
            onClick={() => setOpen('deploy')}
          >
            Deploy…
          </button>
        )}
        {stored === null ? null : (
          <button type="button" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
            Changes{isChanged ? ' •' : ''}
          </button>
        )}
        <CopyButton label="Copy curl" text={() => toCurl(new URL(base, location.origin).href, call)} />
        <CopyButton label="Copy wf run" text={() => toWfRun(call)} />
      </div>
      {isComparing && stored !== null ? <DiffView before={stored} after={config} /> : null}
      {open === 'save' ? (
        <SaveDialog
          origin={origin}
          config={config}
          onSaved={(saved) => onChange({ origin: saved, values: saved.parameters, json: null })}
          onClose={close}
        />
      ) : null}
      {open === 'deploy' && origin !== null ? <DeployDialog {...origin} onClose={close} /> : null}
    </>
  );
}

function originKey({ variantId, revision }: Origin): string {
  return `${variantId}@${revision}`;
}
