import { type View, viewIn } from '../../../ui/layout/view.ts';
import type { TableBlock } from '../../../ui/layout/table-model.ts';
import { createWrittenTable, type WrittenTable } from '../../../ui/layout/plain-view.ts';
import { type OutputStream, writeText } from '../process/io.ts';

export interface TableSource<Row> {
  readonly parts: AsyncIterable<readonly Row[]>;
  readonly view: (records: readonly Row[]) => View;
  readonly form: 'plain' | 'tsv';
  readonly color: boolean;
}

/** Characters of cells that are kept in memory: their texts are few bytes in most tables. */
const MAX_KEPT = 64 * 1024 * 1024;

/**
 * Writes a long list as a table, after its last record has come: a column is as wide as its widest cell. Of each record only
 * the text of its row is kept. A table that does not fit into memory is written before, as wide as its cells so far.
 *
 * @returns columns that came too late
 */
export async function writeTable<Row>(
  { parts, view, form, color }: TableSource<Row>,
  stdout: OutputStream,
): Promise<readonly string[]> {
  const tableOf = (records: readonly Row[]) => requireTable(view(records));
  const table = createWrittenTable(form, color);
  // The columns of evaluators depend on the records: those that brought a new one stand before each part.
  const first: Row[] = [];
  /** Columns of what was written; `null`: nothing was. */
  let shown: readonly string[] | null = null;
  let names: readonly string[] = [];
  for await (const part of parts) {
    const before = table.width;
    const block = tableOf([...first, ...part]);
    table.add(block, first.length);
    names = block.columns.map(({ header }) => header);
    if (table.size > MAX_KEPT) {
      shown ??= names;
      await write(table, stdout);
    }
    if (block.columns.length === before) continue;
    for (const record of part) {
      if (tableOf([...first, record]).columns.length > tableOf(first).columns.length || first.length === 0)
        first.push(record);
    }
  }
  await write(table, stdout);
  return names.filter((name) => shown?.includes(name) === false);
}

async function write(table: WrittenTable, stdout: OutputStream): Promise<void> {
  for (const text of table.text()) await writeText(stdout, text);
}

function requireTable(view: View): TableBlock {
  const [only, ...others] = viewIn(view, 'written');
  if (only?.type !== 'table' || others.length > 0) throw new TypeError('A list is written as one table');
  return only;
}
