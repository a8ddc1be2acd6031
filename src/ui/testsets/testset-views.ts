import type { TestsetEntry, TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';
import { describeEmpty, labelColumns, labelFields, type Filtered } from '../labels/label-columns.ts';
import { type View, toRecord, toText } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { toCell } from '../layout/text/format-value.ts';

export function testsetsView(testsets: readonly TestsetEntry[], filtered: Filtered = {}): View {
  const empty = describeEmpty('test set', 'No test sets yet. Store one: wf testsets create FILE', filtered);
  return [toTable({ columns: [...testsetColumns, ...labelColumns(testsets)], rows: testsets, empty })];
}

export function testsetView({ testset, revision, rows }: ShownTestset): View {
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
  readonly rows: readonly TestsetRow[];
}

const testsetColumns: readonly Column<TestsetEntry>[] = [
  { header: 'name', value: (testset) => testset.name },
  { header: 'id', kind: 'id', value: (testset) => testset.id },
  { header: 'revision', kind: 'integer', value: (testset) => testset.revision, dropOrder: 2 },
  { header: 'rows', kind: 'integer', value: (testset) => testset.rows, dropOrder: 1 },
  { header: 'created', kind: 'time', value: (testset) => testset.created_at, dropOrder: 4 },
  { header: 'updated', kind: 'time', value: (testset) => testset.updated_at, dropOrder: 3 },
];

/** Creates a column for each name in any row, in order of appearance. */
function testsetRowColumns(rows: readonly TestsetRow[]): Column<TestsetRow>[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names].map((name, index) => ({ header: name, value: (row) => toCell(row[name]), dropOrder: index }));
}
