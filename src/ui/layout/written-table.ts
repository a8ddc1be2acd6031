import { type ColumnHead, type TableBlock } from './table-model.ts';
import { alignCell, formatCells, toHeading, MAX_PADDED_WIDTH } from './plain-view.ts';
import { formatValue } from './text/format-value.ts';
import { toBold, widthOf } from './text/text-width.ts';

/** A table for programs whose rows come in parts. Only the text of its cells is kept, so that a long list fits. */
export interface WrittenTable {
  readonly width: number;
  /**
   * Adds rows.
   *
   * @param table - its columns are those of all parts so far, in their final order, and perhaps new ones
   * @param from - index of the first row to add
   */
  add(this: void, table: TableBlock, from: number): void;
  /** @yields the lines of the table in parts, as `plainTable` and `tsvTable` format it as a whole */
  text(this: void): Generator<string>;
}

/** Rows of one part: a line each, with the cells of these columns between tabs. No cell contains either. */
interface Part {
  readonly columns: readonly string[];
  readonly lines: string;
}

export function createWrittenTable(form: 'plain' | 'tsv', color: boolean): WrittenTable {
  const parts: Part[] = [];
  const widths = new Map<string, number>();
  let heads: ReadonlyMap<string, ColumnHead> = new Map();

  const measure = (name: string, text: string) => {
    if (form === 'plain' && text.length <= MAX_PADDED_WIDTH)
      widths.set(name, Math.max(widths.get(name) ?? 0, widthOf(text)));
  };

  function* text(): Generator<string> {
    const names = [...heads.keys()];
    const toLine = (cells: readonly string[]) => {
      if (form === 'tsv') return cells.join('\t');
      const aligned = cells.map((cell, index) => {
        const name = names[index] ?? '';
        return alignCell(cell, widths.get(name) ?? 0, heads.get(name)?.kind ?? 'text');
      });
      return aligned.join('  ').trimEnd();
    };
    const headings = [...heads.values()].map(({ header }) => (form === 'tsv' ? header : toHeading(header)));
    for (const [index, heading] of headings.entries()) measure(names[index] ?? '', heading);
    const missing = formatValue('text', null, { form, now: new Date(0) });
    for (const name of names) measure(name, missing);
    yield `${toBold(toLine(headings), color && form === 'plain')}\n`;
    for (const { columns, lines } of parts) {
      const places = names.map((name) => columns.indexOf(name));
      const rows = lines.split('\n').map((line) => {
        const cells = line.split('\t');
        return toLine(places.map((place) => cells[place] ?? missing));
      });
      yield `${rows.join('\n')}\n`;
    }
  }

  return {
    get width() {
      return heads.size;
    },
    add: (table, from) => {
      heads = nameColumns(table.columns);
      const columns = [...heads.keys()];
      const cells = formatCells({ ...table, rows: table.rows.slice(from) }, form);
      if (cells.length === 0) return;
      for (const row of cells) for (const [index, cell] of row.entries()) measure(columns[index] ?? '', cell);
      parts.push({ columns, lines: cells.map((row) => row.join('\t')).join('\n') });
    },
    text,
  };
}

/** Names columns by their headers; two evaluators may have the same one. */
function nameColumns(columns: readonly ColumnHead[]): ReadonlyMap<string, ColumnHead> {
  const named = new Map<string, ColumnHead>();
  for (const head of columns) {
    let name = head.header;
    while (named.has(name)) name += '\t';
    named.set(name, head);
  }
  return named;
}
