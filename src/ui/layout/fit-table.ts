import { fitColumns, type MeasuredColumn } from './fit-columns.ts';
import { compactValue, formatValue, type Kind, type Value } from './text/format-value.ts';
import { type ColumnHead, isRightAligned, type TableBlock, tableIn, uniquePrefixLength } from './table-model.ts';
import { widestOf, widthOf } from './text/text-width.ts';

export interface FittedColumn {
  /** One line, or several if a long name stands above short numbers. */
  readonly header: string;
  readonly kind: Kind;
  readonly width: number;
  readonly isRightAligned: boolean;
}

export interface FittedCell {
  readonly text: string;
  readonly value: Value;
}

/** A table laid out for one terminal: what is drawn and what is hidden. */
export interface FittedTable {
  readonly columns: readonly FittedColumn[];
  readonly rows: readonly (readonly FittedCell[])[];
  readonly hiddenColumns: readonly string[];
  readonly hiddenRows: number;
}

export interface FitOptions {
  readonly columns: number;
  readonly maxRows: number;
  readonly now: Date;
}

/** Selects the rows and columns that fit; columns that must stay are shortened first and then truncated. */
export function fitTable(whole: TableBlock, { columns: available, maxRows, now }: FitOptions): FittedTable {
  const table = tableIn(whole, 'drawn');
  const drawn = table.rows.slice(0, maxRows);
  const measured = table.columns
    .map((head, index) =>
      measure(
        head,
        table.rows.map((row) => row[index]),
        maxRows,
        now,
      ),
    )
    .filter(isWorthAColumn);
  const fitting = fitColumns(measured, available);
  return {
    columns: fitting.map(({ head, width, isNarrow, wrapped }) => ({
      header: isNarrow ? wrapped : head.header,
      kind: head.kind,
      width,
      isRightAligned: isRightAligned(head.kind),
    })),
    rows: drawn.map((_, row) =>
      fitting.map(({ cells, isCompact }) => {
        const { text, compact, value } = cells[row] ?? NO_CELL;
        return { text: isCompact ? compact : text, value };
      }),
    ),
    hiddenColumns: measured
      .filter((column) => hasValues(column) && !fitting.some(({ head }) => head === column.head))
      .map(({ head }) => head.header),
    hiddenRows: table.rows.length - drawn.length,
  };
}

const NO_CELL = { text: '', compact: '', value: null };

function measure(head: ColumnHead, values: readonly Value[], maxRows: number, now: Date): MeasuredColumn {
  // Unique among all rows, not only those drawn, so that users can type the prefix.
  const ids = head.kind === 'id' ? { idLength: uniquePrefixLength(values) } : {};
  const cells = values.slice(0, maxRows).map((value) => {
    const text = formatValue(head.kind, value, { form: 'terminal', now, ...ids });
    return { value, text, compact: compactValue(head.kind, value, now) ?? text };
  });
  const compactWidth = widestOf(cells.flatMap(({ compact }) => compact.split('\n')));
  const wrapped = isRightAligned(head.kind) ? wrapHeader(head.header, compactWidth) : head.header;
  return {
    head,
    cells,
    wrapped,
    width: widestOf([head.header, ...cells.flatMap(({ text }) => text.split('\n'))]),
    compactWidth: Math.max(compactWidth, widestOf(wrapped.split('\n'))),
  };
}

/** Returns whether a column stays: an optional column without values does not. */
function isWorthAColumn(column: MeasuredColumn): boolean {
  return column.head.dropOrder === 0 || column.cells.length === 0 || hasValues(column);
}

function hasValues({ cells }: MeasuredColumn): boolean {
  return cells.some(({ value }) => value !== null && value !== undefined);
}

/** Wraps a column's name between words if it is wider than its values. */
export function wrapHeader(header: string, width: number): string {
  const words = header.split(/(?<=[_\s])/);
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''}${word}`;
    if (lines.length > 0 && widthOf(longer.trimEnd()) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}
