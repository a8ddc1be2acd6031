import { formatValue, type Kind, type Value } from './format-value.ts';
import { isRightAligned, uniquePrefixLength, type ColumnHead, type TableBlock } from './table-model.ts';
import { widestOf } from './text-width.ts';

/** Blank cells between two columns. */
export const COLUMN_GAP = 2;
const NARROWEST = 6;

export interface FittedColumn {
  readonly header: string;
  readonly kind: Kind;
  readonly width: number;
  readonly isRightAligned: boolean;
}

export interface FittedCell {
  readonly text: string;
  readonly value: Value;
}

/** A table measured for one terminal: what is drawn, and what was left out. */
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

/** Chooses the rows and columns that fit; when all droppable columns are gone, shortens the widest ones. */
export function fitTable(table: TableBlock, { columns: available, maxRows, now }: FitOptions): FittedTable {
  const drawn = table.rows.slice(0, maxRows);
  const measured = table.columns.map((head, index) => measure(head, index, table, drawn, now));
  const kept = dropColumns(measured, available);
  const widths = shrinkWidths(kept, available - COLUMN_GAP * (kept.length - 1));
  return {
    columns: kept.map(({ head }, index) => ({
      header: head.header,
      kind: head.kind,
      width: widths[index] ?? 0,
      isRightAligned: isRightAligned(head.kind),
    })),
    rows: drawn.map((_, row) => kept.map(({ cells }) => cells[row] ?? { text: '', value: null })),
    hiddenColumns: measured
      .filter((column) => !kept.includes(column) && hasValues(column))
      .map(({ head }) => head.header),
    hiddenRows: table.rows.length - drawn.length,
  };
}

interface MeasuredColumn {
  readonly head: ColumnHead;
  readonly cells: readonly FittedCell[];
  readonly width: number;
}

function measure(
  head: ColumnHead,
  index: number,
  table: TableBlock,
  drawn: TableBlock['rows'],
  now: Date,
): MeasuredColumn {
  // Unique among all rows, not only those drawn: the prefix is there to be typed.
  const ids = head.kind === 'id' ? { idLength: uniquePrefixLength(table.rows.map((row) => row[index])) } : {};
  const cells = drawn.map((row) => ({
    value: row[index],
    text: formatValue(head.kind, row[index], { form: 'terminal', now, ...ids }),
  }));
  return { head, cells, width: widestOf([head.header, ...cells.map(({ text }) => text)]) };
}

function hasValues({ cells }: MeasuredColumn): boolean {
  return cells.some(({ value }) => value !== null && value !== undefined);
}

/** One long text would push every other column out; beyond this it is shortened instead. */
const WIDEST_TEXT = 32;

function dropColumns(columns: readonly MeasuredColumn[], available: number): readonly MeasuredColumn[] {
  const total = columns.reduce((sum, column) => sum + leastWidth(column), COLUMN_GAP * (columns.length - 1));
  const first = columns.toSorted((a, b) => b.head.dropOrder - a.head.dropOrder)[0];
  if (total <= available || first === undefined || first.head.dropOrder === 0) return columns;
  return dropColumns(
    columns.filter((column) => column !== first),
    available,
  );
}

function leastWidth({ head, width }: MeasuredColumn): number {
  return head.kind === 'text' ? Math.min(width, WIDEST_TEXT) : width;
}

/** Shortens words first: half an id names nothing, and half a number is another number. */
function shrinkWidths(columns: readonly MeasuredColumn[], available: number): number[] {
  const widths = columns.map(({ width }) => width);
  const isWord = columns.map(({ head: { kind } }) => kind === 'text' || kind === 'status' || kind === 'time');
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    const widest = widestIndex(widths, isWord) ?? widestIndex(widths);
    if (widest === null) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

/** @returns `null` when every column is as narrow as it may get */
function widestIndex(widths: readonly number[], isCounted: readonly boolean[] = []): number | null {
  const counted = widths.map((width, index) => (isCounted[index] === false ? 0 : width));
  const widest = Math.max(...counted);
  return widest > NARROWEST ? counted.indexOf(widest) : null;
}
