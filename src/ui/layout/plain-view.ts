import { formatValue, toSingleLine } from './text/format-value.ts';
import type { Block, View, RecordBlock, WordDiffBlock } from './view.ts';
import { padEnd, padStart, toBold, widestOf } from './text/text-width.ts';
import { markChange } from './text/word-diff.ts';
import { isRightAligned, type TableBlock } from './table-model.ts';

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
      const table = form === 'tsv' ? tsvTable(block) : plainTable(block, color);
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

const GAP = '  ';

/** Longer cells are not cut, but other rows are not padded to them: lines of 1,400 columns are unreadable. */
export const MAX_PADDED_WIDTH = 100;

/** Formats a table as aligned text: header and every row, uncut. With colour, the header is bold. */
function plainTable(table: TableBlock, color = false): string {
  const cells = [table.columns.map(({ header }) => toHeading(header)), ...formatCells(table, 'plain')];
  const widths = table.columns.map((_, column) => paddedWidth(cells.map((row) => row[column] ?? '')));
  return cells
    .map((row) =>
      row.map((text, column) => alignCell(text, widths[column] ?? 0, table.columns[column]?.kind ?? 'text')),
    )
    .map((row) => row.join(GAP).trimEnd())
    .map((line, index) => toBold(line, color && index === 0))
    .join('\n');
}

/** Leaves the settings of an evaluator as they are: `\p{L}` and `\P{L}` are opposites. */
export function toHeading(header: string): string {
  return header.replace(/^[^:]*/, (name) => name.toUpperCase());
}

/** Formats a table as tab-separated values with a header line; a missing value is an empty field. */
function tsvTable(table: TableBlock): string {
  const cells = [table.columns.map(({ header }) => header), ...formatCells(table, 'tsv')];
  return cells.map((row) => row.join('\t')).join('\n');
}

export function formatCells({ columns, rows }: TableBlock, form: 'plain' | 'tsv'): string[][] {
  const format = { form, now: new Date(0) };
  return rows.map((row) => columns.map(({ kind }, column) => formatValue(kind, row[column], format)));
}

function paddedWidth(texts: readonly string[]): number {
  return widestOf(texts.filter((text) => text.length <= MAX_PADDED_WIDTH));
}

/** Pads a cell to the width of its column. */
export function alignCell(text: string, width: number, kind: TableBlock['columns'][number]['kind']): string {
  return isRightAligned(kind) ? padStart(text, width) : padEnd(text, width);
}
