import { sum, sumOf } from '../../foundation/numbers.ts';
import type { Value } from './text/format-value.ts';
import type { ColumnHead } from './table-model.ts';

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

export interface FittedColumn extends MeasuredColumn {
  /** Whether the header is wrapped. */
  readonly isNarrow: boolean;
  readonly isCompact: boolean;
}

/** Selects the columns that fit and their widths. */
export function fitColumns(measured: readonly MeasuredColumn[], available: number): FittedColumn[] {
  const roomy = dropDroppable(measured, available);
  const fitting = dropLast(roomy, available);
  if (widthOf(fitting, ({ width }) => width) <= available)
    return fitting.map((column) => toFitted(column, column.width, false));
  const widths = shrink(fitting, available - COLUMN_GAP * (fitting.length - 1));
  return fitting.map((column, index) => toFitted(column, widths[index] ?? 0, true));
}

function toFitted(column: MeasuredColumn, width: number, isNarrow: boolean): FittedColumn {
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
  if (first === 0 || widthOf(columns, roomyWidth) <= available) return columns;
  // Drop columns of the same order together: one end of an interval is useless.
  return dropDroppable(
    columns.filter(({ head }) => head.dropOrder !== first),
    available,
  );
}

/** Drops the last columns rather than truncate numbers, but keeps the first, which identifies the row. */
function dropLast(columns: readonly MeasuredColumn[], available: number): readonly MeasuredColumn[] {
  if (columns.length <= 1 || widthOf(columns, leastWidth) <= available) return columns;
  return dropLast(columns.slice(0, -1), available);
}

function widthOf(columns: readonly MeasuredColumn[], width: (column: MeasuredColumn) => number): number {
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
