import type { TestsetEntry, TestsetRow } from '../../contract/testsets/testset.ts';
import type { Column } from '../layout/table-model.ts';
import { toCell } from '../layout/text/to-cell.ts';

export const testsetColumns: readonly Column<TestsetEntry>[] = [
  { header: 'name', value: (testset) => testset.name },
  { header: 'id', kind: 'id', value: (testset) => testset.id },
  { header: 'revision', kind: 'integer', value: (testset) => testset.revision, dropOrder: 2 },
  { header: 'rows', kind: 'integer', value: (testset) => testset.rows, dropOrder: 1 },
  { header: 'created', kind: 'time', value: (testset) => testset.created_at, dropOrder: 4 },
  { header: 'updated', kind: 'time', value: (testset) => testset.updated_at, dropOrder: 3 },
];

/** Creates a column for each name in any row, in order of appearance. */
export function testsetRowColumns(rows: readonly TestsetRow[]): Column<TestsetRow>[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names].map((name, index) => ({ header: name, value: (row) => toCell(row[name]), dropOrder: index }));
}
