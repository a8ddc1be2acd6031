import { type ChangeEvent, useState } from 'react';
import { goTo } from '../address/address.ts';
import { Dialog } from '../elements/dialog.tsx';
import { TextField } from '../elements/labelled-controls.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { send } from '../service/request.ts';
import { toCommand } from '../text/to-command.ts';
import { useWorkspace } from '../workspace/workspace.ts';

const TYPES: Readonly<Record<string, string>> = { csv: 'CSV', json: 'JSON', jsonl: 'JSONL', ndjson: 'JSONL' };

/** Stores a file as a test set of the app, and opens it. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const { app, appName, appFlag } = useWorkspace();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const choose = ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const chosen = files?.[0] ?? null;
    setFile(chosen);
    setName(chosen === null ? '' : chosen.name.replace(/\.[^.]*$/, ''));
  };
  const upload = async () => {
    if (file === null) return;
    const { id } = await send('POST /testsets/upload', {
      body: {
        file: await file.text(),
        upload_type: typeOf(file),
        testset_name: name,
        ...(app === null ? {} : { app_id: app.app_id }),
      },
    });
    goTo({ page: 'testsets', app: appName, id });
  };
  const flags = { '--app': appFlag, '--name': name };
  return (
    <Dialog
      title="Upload a test set"
      action="Upload"
      isReady={file !== null && name !== '' && typeOf(file) !== null}
      done={`Test set ${name} stored`}
      onSubmit={upload}
      onClose={onClose}
    >
      <label className="field">
        <span>File: csv with a header row, a JSON array, or JSONL</span>
        <input type="file" accept=".csv,.json,.jsonl,.ndjson" onChange={choose} />
      </label>
      {file !== null && typeOf(file) === null ? (
        <p className="error" role="alert">
          {file.name} is none of these: its name must end with .csv, .json or .jsonl.
        </p>
      ) : null}
      <TextField className="field" label="Name" required maxLength={200} value={name} onChange={setName} />
      {file === null ? null : <TerminalCommand command={toCommand(['wf', 'testsets', 'create'], flags, [file.name])} />}
    </Dialog>
  );
}

/** `null`: the file is not one that a test set can be read from. */
function typeOf({ name }: File): string | null {
  return TYPES[/\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null;
}
