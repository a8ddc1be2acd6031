import { useState } from 'react';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { Button } from '../elements/button.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { TextField } from '../elements/labelled-controls.tsx';
import { Notice } from '../elements/notices.tsx';
import { RecordTable } from '../elements/record-tables.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { useRequest } from '../service/queries.ts';
import { send } from '../service/request.ts';
import { formatTime } from '../text/format-figures.ts';
import { toCommand } from '../text/to-command.ts';
import { useWorkspace } from '../workspace/workspace.ts';

interface VariablesProps {
  readonly environment: EnvironmentOutput;
}

/** The variables that an environment's workflow gets, without their values. */
export function Variables({ environment }: VariablesProps) {
  const { app_id, name: environment_name } = environment;
  const place = { app_id, environment_name };
  const { value, error } = useRequest('GET /apps/{app_id}/environments/{environment_name}/variables', place);
  // Whose dialog is open; empty: that of a new one.
  const [setting, setSetting] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    <section className="part" aria-label="Variables">
      <div className="card-head">
        <h2>Variables</h2>
        <Button label="Set a variable…" onClick={() => setSetting('')} />
      </div>
      {value === null ? <Notice error={error}>Loading…</Notice> : null}
      {value?.length === 0 ? <p className="notice">None: the workflow gets no variables here.</p> : null}
      {value === null || value.length === 0 ? null : (
        <RecordTable
          label="Variables"
          columns={['Name', 'From', 'Set', 'By', '']}
          rows={value.map(({ name, from, updated_at, modified_by }) => ({
            key: name,
            cells: {
              Name: <span className="name">{name}</span>,
              From: from === 'app' ? 'the app' : environment_name,
              Set: <span className="faint">{formatTime(updated_at)}</span>,
              By: modified_by,
              '': (
                <>
                  <Button label="Set…" context={name} onClick={() => setSetting(name)} />{' '}
                  {from === 'app' ? null : <Button label="Unset…" context={name} onClick={() => setRemoving(name)} />}
                </>
              ),
            },
          }))}
        />
      )}
      {setting === null ? null : (
        <SetDialog environment={environment} variable={setting} onClose={() => setSetting(null)} />
      )}
      {removing === null ? null : (
        <UnsetDialog environment={environment} variable={removing} onClose={() => setRemoving(null)} />
      )}
    </section>
  );
}

interface VariableDialogProps extends VariablesProps {
  /** Its name; empty for a new one. */
  readonly variable: string;
  readonly onClose: () => void;
}

function SetDialog({ environment: { app_id, name: environment_name }, variable, onClose }: VariableDialogProps) {
  const { appFlag } = useWorkspace();
  const [name, setName] = useState(variable);
  const [value, setValue] = useState('');
  const set = () =>
    send('PUT /apps/{app_id}/environments/{environment_name}/variables/{variable_name}', {
      app_id,
      environment_name,
      variable_name: name,
      body: { value },
    });
  const flags = { '--app': appFlag, '--env': environment_name };
  return (
    <Dialog
      title={variable === '' ? `Set a variable of ${environment_name}` : `Set ${variable} of ${environment_name}`}
      action="Set"
      isReady={name !== ''}
      done={`${name} is set in ${environment_name}`}
      onSubmit={set}
      onClose={onClose}
    >
      {variable === '' ? (
        <TextField className="field" label="Name" required spellCheck={false} value={name} onChange={setName} />
      ) : null}
      <label className="field">
        <span>Value</span>
        {/* Not a password field: browsers drop line breaks there, and keys have some. */}
        <textarea
          className="secret"
          rows={2}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
      </label>
      <p className="faint">The next call gets it. Nobody can read it here afterwards.</p>
      <TerminalCommand command={toCommand(['wf', 'env', 'vars', 'set'], flags, [name === '' ? 'NAME' : name])} />
    </Dialog>
  );
}

function UnsetDialog({ environment: { app_id, name: environment_name }, variable, onClose }: VariableDialogProps) {
  const { appFlag } = useWorkspace();
  const unset = () =>
    send('DELETE /apps/{app_id}/environments/{environment_name}/variables/{variable_name}', {
      app_id,
      environment_name,
      variable_name: variable,
    });
  return (
    <Dialog
      title={`Unset ${variable} of ${environment_name}`}
      action="Unset"
      done={`${variable} is unset in ${environment_name}`}
      onSubmit={unset}
      onClose={onClose}
    >
      <p>
        The workflow no longer gets it here. Unless the environment is protected, a variable of the app with this name
        is used again.
      </p>
      <TerminalCommand
        command={toCommand(['wf', 'env', 'vars', 'unset'], { '--app': appFlag, '--env': environment_name }, [variable])}
      />
    </Dialog>
  );
}
