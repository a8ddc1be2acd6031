import { type ChangeEvent, useState } from 'react';
import { goTo } from '../address/address.ts';
import { Dialog } from '../elements/dialog.tsx';
import { REQUEST_BODY } from '../../foundation/sizes.ts';
import { ErrorText } from '../elements/notices.tsx';
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
  const problem = file === null ? null : problemOf(file);
  const flags = { '--app': appFlag, '--name': name };
  return (
    <Dialog
      title="Upload a test set"
      action="Upload"
      isReady={file !== null && name !== '' && problem === null}
      done={`Test set ${name} stored`}
      onSubmit={upload}
      onClose={onClose}
    >
      <label className="field">
        <span>File: csv with a header row, a JSON array, or JSONL</span>
        <input type="file" accept=".csv,.json,.jsonl,.ndjson" onChange={choose} />
      </label>
      <ErrorText error={problem} />
      <TextField className="field" label="Name" required maxLength={200} value={name} onChange={setName} />
      {file === null ? null : <TerminalCommand command={toCommand(['wf', 'testsets', 'create'], flags, [file.name])} />}
    </Dialog>
  );
}

/** Says why a file cannot be uploaded; `null`: it can. */
function problemOf(file: File): string | null {
  if (typeOf(file) === null) return `${file.name} is none of these: its name must end with .csv, .json or .jsonl.`;
  if (file.size <= REQUEST_BODY.most) return null;
  return `${file.name} is larger than 1 MiB, the most that the page uploads. The command below stores it.`;
}

/** `null`: the file is not one that a test set can be read from. */
function typeOf({ name }: File): string | null {
  return TYPES[/\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null;
}
