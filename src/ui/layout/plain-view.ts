import { formatCell, formatValue } from './text/format-value.ts';
import { toSingleLine } from '../../foundation/terminal-text.ts';
import type { Block, RecordBlock, View, WordDiffBlock } from './view.ts';
import { padEnd, padStart, toBold, widestOf, widthOf } from './text/text-width.ts';
import { markChange } from './text/word-diff.ts';
import { type ColumnHead, isRightAligned, type TableBlock } from './table-model.ts';

type Form = 'plain' | 'tsv';

/** Formats a view for programs: all rows, full values. Only where a user forces colours, headings have escape sequences. */
export function plainView(view: View, form: Form, color = false): string {
  // Text between tables is for people; tab-separated output contains only values.
  const blocks = form === 'tsv' && view.length > 1 ? view.filter(({ type }) => type !== 'text') : view;
  return blocks.map((block) => plainBlock(block, form, color && form === 'plain')).join('\n\n');
}

function plainBlock(block: Block, form: Form, color: boolean): string {
  switch (block.type) {
    case 'table': {
      const table = plainTable(block, form, color);
      return block.title === null || form === 'tsv' ? table : `${toBold(block.title, color)}\n${table}`;
    }
    case 'record':
      return plainRecord(block, form, color);
    case 'text':
      return block.text;
    case 'word-diff':
      return plainWordDiff(block, form);
  }
}

function plainWordDiff({ title, changes }: WordDiffBlock, form: Form): string {
  const text = changes.map(markChange).join('');
  return form === 'tsv' ? `${toSingleLine(title)}\t${toSingleLine(text)}` : `${title}\n${text}`;
}

function plainRecord({ title, fields }: RecordBlock, form: Form, color: boolean): string {
  const width = widestOf(fields.map(({ label }) => label));
  const lines = fields.map(({ label, kind = 'text', value }) => {
    const text = formatValue(kind, value, { form, now: new Date(0) });
    return form === 'tsv' ? `${toSingleLine(label)}\t${text}` : `${padEnd(label, width)}  ${text}`;
  });
  return [...(title === null || form === 'tsv' ? [] : [toBold(title, color)]), ...lines].join('\n');
}

/** Longer cells are not cut, but other rows are not padded to them: lines of 1,400 columns are unreadable. */
export const MAX_PADDED_WIDTH = 100;

/** Formats a table: header and every row, uncut. */
function plainTable(block: TableBlock, form: Form, color: boolean): string {
  const table = createWrittenTable(form, color);
  table.add(block, 0);
  return [...table.text()].join('').slice(0, -1);
}

/** Leaves the settings of an evaluator as they are: `\p{L}` and `\P{L}` are opposites. */
export function toHeading(header: string): string {
  return header.replace(/^[^:]*/, (name) => name.toUpperCase());
}

export function formatCells({ columns, rows }: TableBlock, form: 'plain' | 'tsv'): string[][] {
  const format = { form, now: new Date(0) };
  return rows.map((row) => columns.map(({ kind }, column) => formatCell(kind, row[column], format)));
}

/** Pads a cell to the width of its column. */
export function alignCell(text: string, width: number, kind: TableBlock['columns'][number]['kind']): string {
  return isRightAligned(kind) ? padStart(text, width) : padEnd(text, width);
}

/** A table for programs whose rows come in parts. Only the text of its cells is kept, so that a long list fits. */
export interface WrittenTable {
  readonly width: number;
  /** Characters of the cells that it keeps. */
  readonly size: number;
  /**
   * Adds rows.
   *
   * @param table - its columns are those of all parts so far, in their final order, and perhaps new ones
   * @param from - index of the first row to add
   */
  add(this: void, table: TableBlock, from: number): void;
  /**
   * Forgets the rows.
   *
   * @yields the lines of the table in parts: aligned, the header bold with colour, or separated by tabs; of rows that
   *   were added since the last time, without the header and new columns
   */
  text(this: void): Generator<string>;
}

/** Rows of one part: a line each, with the cells of these columns between tabs. No cell contains either. */
interface Part {
  readonly columns: readonly string[];
  readonly lines: string;
}

export function createWrittenTable(form: 'plain' | 'tsv', color: boolean): WrittenTable {
  let parts: Part[] = [];
  let size = 0;
  /** Names of the columns in the header; `null`: not written yet. */
  let written: readonly string[] | null = null;
  const widths = new Map<string, number>();
  let heads: ReadonlyMap<string, ColumnHead> = new Map();

  const measure = (name: string, text: string) => {
    if (form === 'plain' && text.length <= MAX_PADDED_WIDTH)
      widths.set(name, Math.max(widths.get(name) ?? 0, widthOf(text)));
  };

  function* text(): Generator<string> {
    const names = written ?? [...heads.keys()];
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
    if (written === null) yield `${toBold(toLine(headings), color && form === 'plain')}\n`;
    written = names;
    const ready = parts;
    [parts, size] = [[], 0];
    for (const { columns, lines } of ready) {
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
    get size() {
      return size;
    },
    add: (table, from) => {
      heads = nameColumns(table.columns);
      const columns = [...heads.keys()];
      const cells = formatCells({ ...table, rows: table.rows.slice(from) }, form);
      if (cells.length === 0) return;
      for (const row of cells) for (const [index, cell] of row.entries()) measure(columns[index] ?? '', cell);
      const lines = cells.map((row) => row.join('\t')).join('\n');
      parts.push({ columns, lines });
      size += lines.length;
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
