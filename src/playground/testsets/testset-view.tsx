import { useState } from 'react';
import type { TestsetEntry, TestsetRow } from '../../contract/testsets/testset.ts';
import { goTo, replaceAddress } from '../address/address.ts';
import { Button } from '../elements/button.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { cutText, Fact, LongText } from '../elements/facts.tsx';
import { SelectField } from '../elements/labelled-controls.tsx';
import { Notice } from '../elements/notices.tsx';
import { PageHead } from '../elements/page-head.tsx';
import { LINE_LENGTH, RowTable, TableRow, useScrollIntoView } from '../elements/row-table.tsx';
import { FoldedCommands } from '../elements/terminal-command.tsx';
import { LabelTags, type ListQuery } from '../labels/list-filter.tsx';
import { MetadataActions } from '../labels/metadata-actions.tsx';
import { useRequest } from '../service/queries.ts';
import { send } from '../service/request.ts';
import { useWholeList } from '../service/use-record-list.ts';
import { countText, formatTime } from '../text/format-figures.ts';
import { textOf } from '../text/text-of.ts';
import { testsetWord, toCommand } from '../text/to-command.ts';
import { useWorkspace } from '../workspace/workspace.ts';

const PAGE_SIZE = 1000;

interface TestsetViewProps {
  readonly id: string;
  readonly query: ListQuery;
}

/** A test set: the rows of a revision. */
export function TestsetView({ id, query }: TestsetViewProps) {
  const { appName } = useWorkspace();
  // Asks the list: a test set that is not there is an empty answer and no failure.
  const { value, error } = useRequest('GET /testsets', { id_prefix: id, limit: 1 });
  const testset = value?.find((each) => each.id === id);
  if (testset !== undefined) return <Details testset={testset} query={query} />;
  return (
    <>
      <PageHead title="Test set" back={{ page: 'testsets', app: appName, id: null }} />
      <Notice error={value === null ? error : `There is no test set ${id}.`}>Loading…</Notice>
    </>
  );
}

interface DetailsProps extends Pick<TestsetViewProps, 'query'> {
  readonly testset: TestsetEntry;
}

function Details({ testset, query }: DetailsProps) {
  const { appName } = useWorkspace();
  const { id, name, revision: newest = 1 } = testset;
  const revision = Number(query['revision'] ?? newest);
  const { value: revisions } = useRequest('GET /testsets/{testset_id}/revisions', { testset_id: id });
  const rows = useWholeList('GET /testsets/{testset_id}/rows', { testset_id: id, revision }, { limit: PAGE_SIZE });
  const [isDeleting, setDeleting] = useState(false);
  const show = (change: ListQuery) =>
    replaceAddress({ page: 'testsets', app: appName, id, query: { ...query, ...change } });
  const options = (revisions ?? [])
    .toReversed()
    .map((each) => [String(each.revision), `${each.revision}, ${formatTime(each.created_at)}`] as const);
  return (
    <>
      <PageHead title={name} back={{ page: 'testsets', app: appName, id: null }}>
        <LabelTags record={testset} page="testsets" />
        <MetadataActions
          what={`test set ${name}`}
          record={testset}
          command={['wf', 'testsets', 'update', testsetWord(testset)]}
          onChange={(body) => send('PATCH /testsets/{testset_id}/metadata', { testset_id: id, body })}
        />
        <Button label="Delete…" onClick={() => setDeleting(true)} />
      </PageHead>
      <div className="load">
        <SelectField
          label="Revision"
          value={String(revision)}
          options={options}
          onChange={(value) => show({ revision: value, row: '' })}
        />
      </div>
      <FoldedCommands
        commands={['show', 'export'].map((verb) => toCommand(['wf', 'testsets', verb], {}, [testsetWord(testset)]))}
      />
      {rows.error === null ? null : <Notice error={rows.error} />}
      <Rows
        rows={rows.records}
        isComplete={rows.isComplete}
        opened={query['row'] ?? ''}
        onOpen={(row) => show({ row })}
      />
      {isDeleting ? <DeleteDialog testset={testset} onClose={() => setDeleting(false)} /> : null}
    </>
  );
}

/** Columns that fit next to each other; the opened row has all. */
const MAX_COLUMNS = 12;
const COLUMN_REM = 10;

interface RowsProps {
  readonly rows: readonly TestsetRow[];
  readonly isComplete: boolean;
  /** Number of the opened row, from 1; empty: none. */
  readonly opened: string;
  readonly onOpen: (row: string) => void;
}

function Rows({ rows, isComplete, opened, onOpen }: RowsProps) {
  const all = [...new Set(rows.slice(0, PAGE_SIZE).flatMap((row) => Object.keys(row)))];
  const names = all.slice(0, MAX_COLUMNS);
  const columns = `4rem repeat(${names.length}, minmax(${COLUMN_REM}rem, 1fr))`;
  const openedRow = rows[Number(opened) - 1];
  return (
    <section aria-label="Rows" className="rows-section">
      <p className="faint" role="status">
        {countText(rows.length, 'row')}
        {isComplete ? '' : ', loading…'}
        {all.length > names.length ? `; the first ${names.length} of ${all.length} columns` : ''}
      </p>
      <RowTable
        length={rows.length}
        isComplete={isComplete}
        columns={columns}
        tableStyle={{ minInlineSize: `${4 + names.length * (COLUMN_REM + 1)}rem` }}
        heads={['Row', ...names].map((name) => (
          <span key={name} role="columnheader" title={name}>
            {name}
          </span>
        ))}
        renderRow={(index) => {
          const label = String(index + 1);
          const isOpened = label === opened;
          return (
            <TableRow key={label} {...{ label, index, columns, isOpened }} onOpen={() => onOpen(isOpened ? '' : label)}>
              {names.map((name) => (
                <span role="cell" key={name}>
                  {cutText(textOf(rows[index]?.[name]), LINE_LENGTH)}
                </span>
              ))}
            </TableRow>
          );
        }}
      />
      {openedRow === undefined ? null : (
        <WholeRow key={opened} name={opened} row={openedRow} onClose={() => onOpen('')} />
      )}
    </section>
  );
}

interface WholeRowProps {
  readonly name: string;
  readonly row: TestsetRow;
  readonly onClose: () => void;
}

function WholeRow({ name, row, onClose }: WholeRowProps) {
  const element = useScrollIntoView<HTMLDivElement>();
  return (
    <div className="card details" aria-live="polite" ref={element}>
      <header className="card-head">
        <h2>Row {name}</h2>
        <Button label="Close" className="link" onClick={onClose} />
      </header>
      <dl>
        {Object.entries(row).map(([column, value]) => (
          <Fact key={column} label={column}>
            <LongText text={textOf(value, 2)}>{(shown) => shown}</LongText>
          </Fact>
        ))}
      </dl>
    </div>
  );
}

interface DeleteDialogProps extends Pick<DetailsProps, 'testset'> {
  readonly onClose: () => void;
}

function DeleteDialog({ testset, onClose }: DeleteDialogProps) {
  const { appName } = useWorkspace();
  const remove = async () => {
    await send('DELETE /testsets', { body: { testset_ids: [testset.id] } });
    goTo({ page: 'testsets', app: appName, id: null });
  };
  return (
    <Dialog
      title={`Delete ${testset.name}`}
      action="Delete"
      done={`Test set ${testset.name} deleted`}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>All its revisions are deleted. Evaluations keep their own rows.</p>
    </Dialog>
  );
}
