import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { sumOf } from '../../foundation/numbers.ts';
import { useScroll, visibleRange } from './table-row.tsx';

/** A column: its label, and its width in rem; without one it shares what is left. */
export interface ListColumn {
  readonly label: string;
  readonly rem?: number;
  readonly isNumber?: boolean;
}

interface RecordListProps<T> {
  readonly label: string;
  readonly columns: readonly ListColumn[];
  readonly records: readonly T[];
  /** Number of records when all of them are fetched. */
  readonly total: number | null;
  /** Lines of the highest cell. */
  readonly lines?: number;
  readonly keyOf: (record: T) => string;
  /** The cells of a record, by the labels of their columns. */
  readonly cellsOf: (record: T) => Readonly<Record<string, ReactNode>>;
  /** Whether other records are on their way. */
  readonly isStale: boolean;
  /** Called when the end of the fetched records comes near. */
  readonly onNearEnd: () => void;
}

/** Heights in pixels: of a line, and of a row without its lines. */
const [LINE, PADDING] = [22, 20];
/** Heights on a phone, where each cell is a line, and of the header with a scroll bar. */
const [NARROW_LINE, NARROW_PADDING, HEAD] = [27, 20, 56];
/** Least width of a column that shares what is left. */
const SHARED_REM = 8;

/** A table of records that are fetched as it is scrolled. Draws only the rows on the screen. */
export function RecordList<T>({
  label,
  columns,
  records,
  total,
  lines = 1,
  keyOf,
  cellsOf,
  isStale,
  onNearEnd,
}: RecordListProps<T>) {
  const rowHeight = useNarrow()
    ? columns.length * NARROW_LINE + (lines - 1) * LINE + NARROW_PADDING
    : lines * LINE + PADDING;
  const { element, scrollTop, height, onScroll } = useScroll(records.length);
  const { first, end } = visibleRange(scrollTop, height, rowHeight, records.length);
  const isNearEnd = end === records.length && records.length > 0;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);
  const least = sumOf(columns, ({ rem = SHARED_REM }) => rem);
  return (
    <div
      className="card scroll list"
      ref={element}
      onScroll={onScroll}
      style={{ maxBlockSize: `min(70vh, ${records.length * rowHeight + HEAD}px)` }}
      tabIndex={0}
      role="group"
      aria-label={`${label}, scrolling`}
      aria-busy={isStale || undefined}
    >
      <table aria-label={label} aria-rowcount={(total ?? records.length) + 1} style={{ minInlineSize: `${least}rem` }}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.label} style={column.rem === undefined ? undefined : { inlineSize: `${column.rem}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={first * rowHeight} />
          {records.slice(first, end).map((record, offset) => {
            const cells = cellsOf(record);
            return (
              <tr key={keyOf(record)} aria-rowindex={first + offset + 2} style={{ blockSize: rowHeight }}>
                {columns.map((column) => (
                  <td key={column.label} data-label={column.label} className={classOf(column)}>
                    {cells[column.label]}
                  </td>
                ))}
              </tr>
            );
          })}
          <Gap height={(records.length - end) * rowHeight} />
        </tbody>
      </table>
    </div>
  );
}

/** Takes the place of rows that are not drawn. */
function Gap({ height }: { readonly height: number }) {
  return height === 0 ? null : <tr className="gap" aria-hidden style={{ blockSize: height }} />;
}

function classOf({ isNumber = false }: ListColumn): string | undefined {
  return isNumber ? 'number' : undefined;
}

/** Width of a phone, as in the style sheets. */
const NARROW = '(max-width: 40rem)';

/** Returns whether the window is as narrow as a phone. */
function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

type TableColumn = string | { readonly label: string; readonly isNumber: true };

interface RecordTableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  /** Cells by column label. */
  readonly rows: readonly { readonly key: string; readonly cells: Readonly<Record<string, ReactNode>> }[];
}

/** A table with a record per row. If wider than the page, it scrolls on its own. */
export function RecordTable({ label, columns, rows }: RecordTableProps) {
  return (
    <div className="card scroll" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={labelOf(column)} scope="col" className={isNumber(column) ? 'number' : undefined}>
                {labelOf(column) === '' ? <span className="hidden">Actions</span> : labelOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map((column) => (
                <td
                  key={labelOf(column)}
                  data-label={labelOf(column)}
                  className={isNumber(column) ? 'number' : undefined}
                >
                  {cells[labelOf(column)]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function labelOf(column: TableColumn): string {
  return typeof column === 'string' ? column : column.label;
}

function isNumber(column: TableColumn): boolean {
  return typeof column !== 'string';
}
