import { type View, viewIn } from '../../../ui/layout/view.ts';
import type { TableBlock } from '../../../ui/layout/table-model.ts';
import { createWrittenTable } from '../../../ui/layout/plain-view.ts';
import { type OutputStream, writeText } from '../process/io.ts';

export interface TableSource<Row> {
  readonly parts: AsyncIterable<readonly Row[]>;
  readonly view: (records: readonly Row[]) => View;
  readonly form: 'plain' | 'tsv';
  readonly color: boolean;
}

/**
 * Writes a long list as a table, after its last record has come: a column is as wide as its widest cell. Of each record only
 * the text of its row is kept.
 */
export async function writeTable<Row>(
  { parts, view, form, color }: TableSource<Row>,
  stdout: OutputStream,
): Promise<void> {
  const tableOf = (records: readonly Row[]) => requireTable(view(records));
  const table = createWrittenTable(form, color);
  // The columns of evaluators depend on the records: those that brought a new one stand before each part.
  const first: Row[] = [];
  for await (const part of parts) {
    const before = table.width;
    const block = tableOf([...first, ...part]);
    table.add(block, first.length);
    if (block.columns.length === before) continue;
    for (const record of part) {
      if (tableOf([...first, record]).columns.length > tableOf(first).columns.length || first.length === 0)
        first.push(record);
    }
  }
  for (const text of table.text()) await writeText(stdout, text);
}

function requireTable(view: View): TableBlock {
  const [only, ...others] = viewIn(view, 'written');
  if (only?.type !== 'table' || others.length > 0) throw new TypeError('A list is written as one table');
  return only;
}
