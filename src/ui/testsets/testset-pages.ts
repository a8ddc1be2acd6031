import type { TestsetEntry, TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';
import { testsetColumns, testsetRowColumns } from './testset-columns.ts';
import { describeEmpty, type Narrowed } from '../labels/describe-empty.ts';
import { labelColumns, labelFields } from '../labels/label-columns.ts';
import { toRecord, toText, type Page } from '../layout/page.ts';
import { toTable } from '../layout/table-model.ts';
import { shellWord } from '../../foundation/shell-word.ts';

/** Shows the test sets of the service. */
export function testsetsPage(testsets: readonly TestsetEntry[], narrowed: Narrowed = {}): Page {
  const empty = describeEmpty('test set', 'No test sets yet. Store one: wf testsets create FILE', narrowed);
  return [toTable({ columns: [...testsetColumns, ...labelColumns(testsets)], rows: testsets, empty })];
}

/** Shows a test set at a revision with its first rows. */
export function testsetPage({ testset, revision, rows }: ShownTestset): Page {
  const more = revision.rows - rows.length;
  return [
    toRecord([
      { label: 'name', value: testset.name },
      { label: 'id', kind: 'id', value: testset.id },
      { label: 'revision', kind: 'integer', value: revision.revision },
      { label: 'rows', kind: 'integer', value: revision.rows },
      { label: 'stored', kind: 'time', value: revision.created_at },
      { label: 'created', kind: 'time', value: testset.created_at },
      { label: 'updated', kind: 'time', value: testset.updated_at },
      ...labelFields(testset),
    ]),
    toTable({ columns: testsetRowColumns(rows), rows, empty: 'No rows.' }),
    ...(more <= 0
      ? []
      : [toText(`There are ${more} more: add --rows N, or wf testsets export ${shellWord(testset.name)}`)]),
  ];
}

interface ShownTestset {
  readonly testset: TestsetEntry;
  readonly revision: Pick<TestsetRevision, 'revision' | 'rows' | 'created_at'>;
  /** The first rows. */
  readonly rows: readonly TestsetRow[];
}
