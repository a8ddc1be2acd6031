import { compactValue, formatValue, type Kind, type Value } from './text/format-value.ts';
import { type ColumnHead, isRightAligned, type TableBlock, tableIn, uniquePrefixLength } from './table-model.ts';
import { widestOf, widthOf } from './text/text-width.ts';
import { sum, sumOf } from '../../foundation/numbers.ts';

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

/** Wraps a column's name between words, or parts of `contains:substring=refund`, if it is wider than its values. */
export function wrapHeader(header: string, width: number): string {
  const words = header.split(/(?<=[_\s:=])/);
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''}${word}`;
    if (lines.length > 0 && widthOf(longer.trimEnd()) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

export const COLUMN_GAP = 2;

interface MeasuredCell {
  readonly value: Value;
  readonly text: string;
  /** The same value, shorter. */
  readonly compact: string;
}

/** A column with its width, and its width in compact form under a wrapped header. */
export interface MeasuredColumn {
  readonly head: ColumnHead;
  readonly cells: readonly MeasuredCell[];
  readonly wrapped: string;
  readonly width: number;
  readonly compactWidth: number;
}

export interface SizedColumn extends MeasuredColumn {
  /** Whether the header is wrapped. */
  readonly isNarrow: boolean;
  readonly isCompact: boolean;
}

/** Selects the columns that fit and their widths. */
export function fitColumns(measured: readonly MeasuredColumn[], available: number): SizedColumn[] {
  const roomy = dropDroppable(measured, available);
  const fitting = dropLast(roomy, available);
  if (totalWidth(fitting, ({ width }) => width) <= available)
    return fitting.map((column) => toFitted(column, column.width, false));
  const widths = shrink(fitting, available - COLUMN_GAP * (fitting.length - 1));
  return fitting.map((column, index) => toFitted(column, widths[index] ?? 0, true));
}

function toFitted(column: MeasuredColumn, width: number, isNarrow: boolean): SizedColumn {
  // A truncated status shows its sign; a compact age shows only its unit.
  const isShort = column.head.kind === 'time' || (column.head.kind === 'status' && width < column.width);
  return { ...column, width, isNarrow, isCompact: isNarrow && isShort };
}

/** A longer text is truncated, so that it does not displace other columns. */
const MAX_TEXT_WIDTH = 32;
const MIN_TEXT_WIDTH = 8;

function isText({ kind }: ColumnHead): boolean {
  return kind === 'text' || kind === 'prose';
}

function roomyWidth({ head, width, compactWidth }: MeasuredColumn): number {
  if (isText(head)) return Math.min(width, MAX_TEXT_WIDTH);
  return head.kind === 'status' ? width : compactWidth;
}

function leastWidth(column: MeasuredColumn): number {
  if (isText(column.head)) return Math.min(column.width, MIN_TEXT_WIDTH);
  return column.compactWidth;
}

function dropDroppable(columns: readonly MeasuredColumn[], available: number): readonly MeasuredColumn[] {
  const first = Math.max(0, ...columns.map(({ head }) => head.dropOrder));
  if (first === 0 || totalWidth(columns, roomyWidth) <= available) return columns;
  // Drop columns of the same order together: one end of an interval is useless.
  return dropDroppable(
    columns.filter(({ head }) => head.dropOrder !== first),
    available,
  );
}

/** What makes room for scores, in this order: a command line takes a name, too, and a stopped evaluation says so itself. */
const BEFORE_SCORES: readonly Kind[] = ['id', 'status'];

/** Drops columns rather than truncate numbers: what makes room for scores, then the last ones. The first names the row. */
function dropLast(columns: readonly MeasuredColumn[], available: number): readonly MeasuredColumn[] {
  if (columns.length <= 1 || totalWidth(columns, leastWidth) <= available) return columns;
  const kinds = columns.map(({ head }) => head.kind);
  const inTheWay = kinds.includes('score') ? BEFORE_SCORES.find((kind) => kinds.includes(kind)) : undefined;
  const dropped = inTheWay === undefined ? -1 : kinds.indexOf(inTheWay);
  return dropLast(columns.toSpliced(dropped, 1), available);
}

function totalWidth(columns: readonly MeasuredColumn[], width: (column: MeasuredColumn) => number): number {
  return COLUMN_GAP * Math.max(0, columns.length - 1) + sumOf(columns, width);
}

/** A text is readable from this width; below it, a status is reduced to its sign. */
export const READABLE_TEXT = 16;

/** Shrinks texts, then statuses, then texts further, and at last any column. */
function shrink(columns: readonly MeasuredColumn[], available: number): number[] {
  const kinds = columns.map(({ head }) => (isText(head) ? 'text' : head.kind));
  let widths = columns.map(({ head, width, compactWidth }) =>
    isText(head) || head.kind === 'status' ? width : compactWidth,
  );
  widths = narrow(widths, available, (index) => (kinds[index] === 'text' ? READABLE_TEXT : null));
  if (sum(widths) > available)
    widths = widths.map((width, index) => (kinds[index] === 'status' ? (columns[index]?.compactWidth ?? 0) : width));
  widths = narrow(widths, available, (index) => (kinds[index] === 'text' ? MIN_TEXT_WIDTH : null));
  return narrow(widths, available, () => 1);
}

/** Narrows the widest column that may shrink, until all fit or none may. */
function narrow(widths: readonly number[], available: number, floor: (index: number) => number | null): number[] {
  const left = [...widths];
  for (let excess = sum(left) - available; excess > 0; excess -= 1) {
    const slack = left.map((width, index) => (width > (floor(index) ?? width) ? width : 0));
    const widest = Math.max(...slack);
    if (widest === 0) break;
    left[slack.indexOf(widest)] = widest - 1;
  }
  return left;
}
