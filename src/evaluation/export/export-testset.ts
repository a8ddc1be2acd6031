import type { TestsetRow } from '../../contract/records/testset.ts';
import { toRecord } from './export-rows.ts';

export type TestsetFormat = 'csv' | 'json' | 'jsonl';

/**
 * Writes a test set so that `wf testsets create` reads it back. In csv, what is no text becomes JSON.
 *
 * @yields parts of the text
 */
export function* exportTestset(rows: readonly TestsetRow[], format: TestsetFormat): Generator<string> {
  if (format === 'json') yield `${JSON.stringify(rows, null, 2)}\n`;
  if (format === 'jsonl') for (const row of rows) yield `${JSON.stringify(row)}\n`;
  if (format !== 'csv') return;
  const names = new Set<string>();
  for (const row of rows) for (const column of Object.keys(row)) names.add(column);
  const columns = [...names];
  yield toRecord(columns);
  for (const row of rows) yield toRecord(columns.map((column) => row[column]));
}
