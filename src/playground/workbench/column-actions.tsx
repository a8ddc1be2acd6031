import { useState } from 'react';
import { parametersOfRoute } from '../../contract/variants/route-parameters.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { LazyView } from '../elements/lazy-view.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import { toCurl } from './commands/copy-command.ts';
import type { Column, Origin } from '../drafts/draft.ts';
import { toConfig } from './read-values.ts';
import { useRunCommand } from './commands/use-run-command.ts';
import type { Trial } from './use-trial.ts';

interface ColumnActionsProps {
  readonly trial: Trial;
  readonly column: Column;
  readonly config: Parameters;
  readonly hasErrors: boolean;
}

/** The actions on a configuration, and its differences from the stored one it started from. */
export function ColumnActions({ trial, column, config, hasErrors }: ColumnActionsProps) {
  const { fields, path, inputs, addressOf } = trial;
  const [isComparing, setComparing] = useState(false);
  const { origin } = column;
  const stored = origin === null ? null : toConfig(fields, parametersOfRoute(origin.parameters, path));
  const isChanged = stored !== null && JSON.stringify(stored) !== JSON.stringify(config);
  const call = { path, config, inputs };
  const toRunCommand = useRunCommand(trial);
  return (
    <>
      <div className="actions">
        <StoreActions trial={trial} column={column} config={config} hasErrors={hasErrors} isChanged={isChanged} />
        {stored === null ? null : (
          <button type="button" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
            Changes{isChanged ? ' •' : ''}
          </button>
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
}

function StoreActions({ trial, column, config, hasErrors, isChanged }: StoreActionsProps) {
  const workspace = useWorkspace();
  const [open, setOpen] = useState<'save' | 'deploy' | null>(null);
  const { origin } = column;
  const close = () => setOpen(null);
  return (
    <>
      {workspace.variant === null || trial.fields.length === 0 ? null : (
        <button type="button" disabled={hasErrors} onClick={() => setOpen('save')}>
          Save…
        </button>
      )}
      {origin === null || workspace.environments.length === 0 ? null : (
        <button
          type="button"
          disabled={isChanged}
          title={isChanged ? 'Save it first' : undefined}
          onClick={() => setOpen('deploy')}
        >
          Deploy…
        </button>
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

const loadDiff = async () => (await import('../variants/diff-view.tsx')).DiffView;
const loadSaveDialog = async () => (await import('./save-dialog.tsx')).SaveDialog;
const loadDeployDialog = async () => (await import('../variants/deploy-dialog.tsx')).DeployDialog;
