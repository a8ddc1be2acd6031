import type { Kind, Value } from './text/format-value.ts';

/** The output that a part of a view is for: `drawn`, a terminal; `written`, pipes, files and comments. */
export type Medium = 'drawn' | 'written';

/** One column over rows of one kind of record. */
export interface Column<Row> {
  readonly header: string;
  readonly value: (row: Row) => Value;
  /** How the value is formatted. @defaultValue 'text' */
  readonly kind?: Kind;
  /** Columns with the highest order are dropped first on a narrow terminal. @defaultValue 0, dropped last */
  readonly dropOrder?: number;
  /** The only medium that shows it. @defaultValue both */
  readonly only?: Medium;
}

export type ColumnHead = Required<Pick<Column<never>, 'header' | 'kind' | 'dropOrder'>> & {
  readonly only: Medium | null;
};

export interface TableBlock {
  readonly type: 'table';
  readonly title: string | null;
  readonly columns: readonly ColumnHead[];
  readonly rows: readonly (readonly Value[])[];
  /** Line shown without rows: what is missing and the command that creates it. */
  readonly empty: string;
  /** The only medium that shows it. @defaultValue both */
  readonly only?: Medium;
}

export interface TableOptions<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** @defaultValue an empty line, of tables that always have rows */
  readonly empty?: string;
  readonly title?: string;
}

/** Creates a table block; reads every row's values once. */
export function toTable<Row>({ columns, rows, empty = '', title }: TableOptions<Row>): TableBlock {
  return {
    type: 'table',
    title: title ?? null,
    columns: columns.map(({ header, kind = 'text', dropOrder = 0, only = null }) => ({
      header,
      kind,
      dropOrder,
      only,
    })),
    rows: rows.map((row) => columns.map((column) => column.value(row))),
    empty,
  };
}

export function tableIn(table: TableBlock, medium: Medium): TableBlock {
  const stays = table.columns.map(({ only }) => only === null || only === medium);
  if (!stays.includes(false)) return table;
  const pick = <Item>(items: readonly Item[]) => items.filter((_, index) => stays[index]);
  return { ...table, columns: pick(table.columns), rows: table.rows.map(pick) };
}

const RIGHT_ALIGNED: readonly Kind[] = ['integer', 'cost', 'seconds', 'score', 'figure', 'probability', 'amount'];

/** Returns whether a column of this kind is right-aligned, so that digits line up. */
export function isRightAligned(kind: Kind): boolean {
  return RIGHT_ALIGNED.includes(kind);
}

const MIN_PREFIX_LENGTH = 8;

/**
 * Returns the length of the shortest prefix that is unique among the ids of a column.
 *
 * @returns at least eight, so that a prefix copied from the screen stays unique for a while
 */
export function uniquePrefixLength(ids: readonly Value[]): number {
  const sorted = [...new Set(ids.filter((id) => typeof id === 'string'))].toSorted();
  const shared = sorted.slice(1).map((id, index) => sharedPrefixLength(id, sorted[index] ?? ''));
  return Math.max(MIN_PREFIX_LENGTH, ...shared.map((length) => length + 1));
}

function sharedPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
