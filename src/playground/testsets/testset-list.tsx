import { useState } from 'react';
import type { TestsetEntry } from '../../contract/testsets/testset.ts';
import { replaceAddress, toHash } from '../address/address.ts';
import { Button } from '../elements/button.tsx';
import { EmptyState, Notice } from '../elements/notices.tsx';
import { RecordList } from '../elements/record-tables.tsx';
import { FoldedCommands } from '../elements/terminal-command.tsx';
import {
  isFiltered,
  labelColumn,
  LabelTags,
  ListFilter,
  type ListQuery,
  toConditions,
  toListCommand,
} from '../labels/list-filter.tsx';
import { useRecordList } from '../service/use-record-list.ts';
import { countText, formatTime } from '../text/format-figures.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { UploadDialog } from './upload-dialog.tsx';

const PAGE_SIZE = 100;
const ORDER = { order: 'desc' } as const;

export function TestsetList({ query }: { readonly query: ListQuery }) {
  const { appName } = useWorkspace();
  const [isUploading, setUploading] = useState(false);
  const { records, total, isStale, error, loadMore } = useRecordList(
    'GET /testsets',
    { total: 'true', ...toConditions(query), ...ORDER },
    { limit: PAGE_SIZE },
  );
  const isEmpty = total === 0 && !isFiltered(query) && error === null;
  const filter = (change: ListQuery) =>
    replaceAddress({ page: 'testsets', app: appName, id: null, query: { ...query, ...change } });
  return (
    <>
      <div className="card-head">
        <h1>Test sets</h1>
        <Button label="Upload a file…" onClick={() => setUploading(true)} />
      </div>
      {isEmpty ? <NoTestsets /> : <ListFilter query={query} onQuery={filter} />}
      {isEmpty ? null : <FoldedCommands commands={[toListCommand(['wf', 'testsets', 'list'], query, ORDER, {})]} />}
      {total === null || error !== null ? <Notice error={error}>Loading…</Notice> : null}
      {total === null || isEmpty ? null : (
        <p className="faint" role="status">
          {countText(total, 'test set')}
        </p>
      )}
      {records.length === 0 ? null : (
        <RecordList
          label="Test sets"
          columns={[
            { label: 'Test set' },
            { label: 'Rows', rem: 6, isNumber: true },
            { label: 'Revision', rem: 6, isNumber: true },
            ...labelColumn(records),
            { label: 'Changed', rem: 14 },
          ]}
          records={records}
          total={total}
          keyOf={({ id }) => id}
          cellsOf={(testset) => cellsOf(testset, appName)}
          isStale={isStale}
          onNearEnd={loadMore}
        />
      )}
      {isUploading ? <UploadDialog onClose={() => setUploading(false)} /> : null}
    </>
  );
}

function cellsOf(testset: TestsetEntry, app: string) {
  const { id, name, rows, revision, updated_at } = testset;
  return {
    'Test set': (
      <a href={toHash({ page: 'testsets', app, id })} title={name}>
        {name}
      </a>
    ),
    Rows: rows?.toLocaleString('en') ?? '-',
    Revision: revision ?? '-',
    Labels: <LabelTags record={testset} page="testsets" />,
    Changed: <span className="faint">{formatTime(updated_at)}</span>,
  };
}

function NoTestsets() {
  return (
    <EmptyState title="No test sets yet" command="wf testsets create cases.csv">
      A test set has a row for each case: the inputs of a route, and what its answer should be. Upload a csv, JSON or
      JSONL file, or add answers of the playground.
    </EmptyState>
  );
}
