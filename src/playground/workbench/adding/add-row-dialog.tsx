import { useState } from 'react';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { TerminalCommand } from '../../elements/terminal-command.tsx';
import { toAddCommand } from './to-add-command.ts';
import { Dialog } from '../../elements/dialog.tsx';
import { ChoiceFinder } from '../../elements/choice-finder.tsx';
import { useChoices } from '../../service/queries.ts';
import { send } from '../../service/request.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import { addRow } from './add-row.ts';

export interface AddRowDialogProps {
  readonly inputs: Parameters;
  /** The answer to start from. */
  readonly answer: string;
  readonly onClose: () => void;
}

/** Adds inputs and an expected answer to a test set. */
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
      <label className="field">
        <span>Test set</span>
        <select value={id} onChange={({ target }) => setChosen(target.value)}>
          {testsets?.map((testset) => (
            <option key={testset.id} value={testset.id}>
              {testset.name}
            </option>
          ))}
          <option value="">a new test set</option>
        </select>
      </label>
      <ChoiceFinder finder={finder} what="test set" />
      {id === '' ? (
        <label className="field">
          <span>Name of the new test set</span>
          <input type="text" required value={name} onChange={({ target }) => setName(target.value)} />
        </label>
      ) : null}
      <label className="field">
        <span>Expected answer</span>
        <textarea rows={4} value={expected} onChange={({ target }) => setExpected(target.value)} />
      </label>
      <label className="field">
        <span>Column of the expected answer</span>
        <input type="text" required value={column} onChange={({ target }) => setColumn(target.value)} />
      </label>
      <div className="field">
        <span>Inputs</span>
        <pre className="output" tabIndex={0} role="group" aria-label="Inputs of the row">
          {JSON.stringify(inputs, null, 2)}
        </pre>
      </div>
      <TerminalCommand command={toAddCommand({ appFlag, testset, name, row: { ...inputs, [column]: expected } })} />
    </Dialog>
  );
}
