import { useState } from 'react';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { TerminalCommand } from '../../elements/terminal-command.tsx';
import { Dialog } from '../../elements/dialog.tsx';
import { TextBox } from '../../elements/facts.tsx';
import { ChoiceFinder, SelectField, TextField } from '../../elements/labelled-controls.tsx';
import { useChoices } from '../../service/queries.ts';
import { send } from '../../service/request.ts';
import { addRow } from './add-row.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { testsetWord, toCommand } from '../../text/to-command.ts';
import { shellWord } from '../../../foundation/shell-word.ts';

export interface AddRowDialogProps {
  readonly inputs: Parameters;
  readonly answer: string;
  readonly onClose: () => void;
}

export function AddRowDialog({ inputs, answer, onClose }: AddRowDialogProps) {
  const { app, appFlag } = useWorkspace();
  const { records: testsets, finder } = useChoices('GET /testsets', {});
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [column, setColumn] = useState('correct_answer');
  const [expected, setExpected] = useState(answer);
  const id = chosen ?? testsets?.[0]?.id ?? '';
  const testset = testsets?.find((each) => each.id === id);
  const add = async () => {
    const row = { ...inputs, [column]: expected };
    if (testset === undefined) {
      await send('POST /testsets', { body: { name, csvdata: [row], ...(app === null ? {} : { app_id: app.app_id }) } });
    } else await addRow(testset, row);
  };
  const isReady = testsets !== null && column !== '' && (id !== '' || name !== '');
  return (
    <Dialog
      title="Add to test set"
      action="Add"
      isReady={isReady}
      done={`Row added to ${testset?.name ?? name}`}
      onSubmit={add}
      onClose={onClose}
    >
      <SelectField
        className="field"
        label="Test set"
        value={id}
        options={[...(testsets ?? []).map((each) => [each.id, each.name] as const), ['', 'a new test set']]}
        onChange={setChosen}
      />
      <ChoiceFinder finder={finder} what="test set" />
      {id === '' ? (
        <TextField className="field" label="Name of the new test set" required value={name} onChange={setName} />
      ) : null}
      <label className="field">
        <span>Expected answer</span>
        <textarea rows={4} value={expected} onChange={({ target }) => setExpected(target.value)} />
      </label>
      <TextField className="field" label="Column of the expected answer" required value={column} onChange={setColumn} />
      <div className="field">
        <span>Inputs</span>
        <TextBox label="Inputs of the row">{JSON.stringify(inputs, null, 2)}</TextBox>
      </div>
      <TerminalCommand command={toAddCommand({ appFlag, testset, name, row: { ...inputs, [column]: expected } })} />
    </Dialog>
  );
}

interface AddCommand {
  readonly appFlag: string;
  /** The test set that gets the row; `undefined`: a new one. */
  readonly testset: { readonly id: string; readonly name: string } | undefined;
  readonly name: string;
  readonly row: TestsetRow;
}

/** Writes the command that stores the rows of a test set and one more. */
export function toAddCommand({ appFlag, testset, name, row }: AddCommand): string {
  const line = `printf '%s\\n' ${shellWord(JSON.stringify(row))}`;
  const create = toCommand(['wf', 'testsets', 'create', '-'], {
    '--app': appFlag,
    '--name': testset?.name ?? (name === '' ? 'NAME' : name),
    '--format': 'jsonl',
  });
  if (testset === undefined) return `${line} |\n  ${create}`;
  const rows = toCommand(['wf', 'testsets', 'export'], {}, [testsetWord(testset)]);
  return `{ ${rows}; ${line}; } |\n  ${create}`;
}
