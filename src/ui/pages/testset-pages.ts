import type { Testset, TestsetEntry } from '../../contract/records/testset.ts';
import { testsetColumns, testsetRowColumns } from '../columns/testset.ts';
import { toRecord, type Page } from '../page.ts';
import { toTable } from '../table-model.ts';

/** The test sets of the service. */
export function testsetsPage(testsets: readonly TestsetEntry[]): Page {
  const empty = 'No test sets yet. Store one: wf testsets create FILE';
  return [toTable({ columns: testsetColumns, rows: testsets, empty })];
}

/** One test set and its rows. */
export function testsetPage({ csvdata, ...testset }: Testset): Page {
  return [
    toRecord([
      { label: 'name', value: testset.name },
      { label: 'id', kind: 'id', value: testset.id },
      { label: 'rows', kind: 'integer', value: csvdata.length },
      { label: 'created', kind: 'time', value: testset.created_at },
      { label: 'updated', kind: 'time', value: testset.updated_at },
    ]),
    toTable({ columns: testsetRowColumns(csvdata), rows: csvdata, empty: 'No rows.' }),
  ];
}
