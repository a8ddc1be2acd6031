import { formatValue } from './text/format-value.ts';
import { isRightAligned, type TableBlock } from './table-model.ts';
import { toBold } from './text/to-bold.ts';
import { padEnd, padStart, widestOf } from './text/text-width.ts';

const GAP = '  ';

/** Longer cells are not cut, but other rows are not padded to them: lines of 1,400 columns are unreadable. */
export const MAX_PADDED_WIDTH = 100;

/** Formats a table as aligned text: header and every row, uncut. With colour, the header is bold. */
export function plainTable(table: TableBlock, color = false): string {
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
export function tsvTable(table: TableBlock): string {
  const cells = [table.columns.map(({ header }) => header), ...formatCells(table, 'tsv')];
  return cells.map((row) => row.join('\t')).join('\n');
}

/** Formats the cells of all rows. */
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
