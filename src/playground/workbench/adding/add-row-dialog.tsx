import { useState } from 'react';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { TerminalCommand } from '../../elements/terminal-command.tsx';
import { Dialog } from '../../elements/dialog.tsx';
import { TextBox } from '../../elements/facts.tsx';
import { ChoiceFinder, SelectField, TextField } from '../../elements/labelled-controls.tsx';
import { useChoices } from '../../service/queries.ts';
import { send, sendForPage } from '../../service/request.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import type { TestsetEntry, TestsetRow } from '../../../contract/testsets/testset.ts';
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

const PAGE_SIZE = 1000;

/**
 * Adds a row to the end of a test set, as a new revision.
 *
 * @throws {Error} when somebody else changed the test set meanwhile
 */
async function addRow({ id: testset_id, name, app_id = null, revision }: TestsetEntry, row: TestsetRow): Promise<void> {
  const { id: testset_revision_id } = await send('POST /testset-revisions', { body: { name, app_id } });
  const append = (position: number, rows: readonly TestsetRow[]) =>
    send('POST /testset-revisions/{testset_revision_id}/rows', {
      testset_revision_id,
      body: { position, rows: [...rows] },
    });
  let position = 0;
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly TestsetRow[]; readonly cursor: string | null } = await sendForPage(
      'GET /testsets/{testset_id}/rows',
      { testset_id, ...(revision == null ? {} : { revision }) },
      { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
    );
    if (page.items.length > 0) await append(position, page.items);
    position += page.items.length;
    cursor = page.cursor;
  } while (cursor !== null);
  await append(position, [row]);
  const now = await send('GET /testsets', { name });
  if (now.find((entry) => entry.id === testset_id)?.revision !== revision) {
    throw new Error(`Somebody else changed ${name} meanwhile. Close this dialog, and add the row again.`);
  }
  await send('POST /testset-revisions/{testset_revision_id}/finish', { testset_revision_id });
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
