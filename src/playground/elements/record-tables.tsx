import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { sumOf } from '../../foundation/numbers.ts';
import { useScroll, visibleRange } from './row-table.tsx';

/** A column: its label, and its width in rem; without one it shares what is left. */
interface ListColumn {
  readonly label: string;
  readonly rem?: number;
  readonly isNumber?: boolean;
}

export interface RecordListProps<T> {
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
  readonly isStale: boolean;
  readonly onNearEnd: () => void;
}

/** Heights in pixels: of a line, and of a row without its lines. */
const [LINE, PADDING] = [22, 20];
/** Heights on a phone, where each cell is a line, and of the header with a scroll bar. */
const [NARROW_LINE, NARROW_PADDING, HEAD] = [27, 20, 56];
/** Least width of a column that shares what is left. */
const SHARED_REM = 8;

/** A table of records that are fetched as it is scrolled. Draws only the rows on the screen. */
export function RecordList<T>(props: RecordListProps<T>) {
  const { label, columns, records, total, lines = 1, keyOf, cellsOf, isStale, onNearEnd } = props;
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
            <Heads columns={columns} />
          </tr>
        </thead>
        <tbody>
          <Gap height={first * rowHeight} />
          {records.slice(first, end).map((record, offset) => (
            <tr key={keyOf(record)} aria-rowindex={first + offset + 2} style={{ blockSize: rowHeight }}>
              <Cells columns={columns} cells={cellsOf(record)} />
            </tr>
          ))}
          <Gap height={(records.length - end) * rowHeight} />
        </tbody>
      </table>
    </div>
  );
}

function Gap({ height }: { readonly height: number }) {
  return height === 0 ? null : <tr className="gap" aria-hidden style={{ blockSize: height }} />;
}

/** Width of a phone, as in the style sheets. */
const NARROW = '(max-width: 40rem)';

function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

interface RecordTableProps {
  readonly label: string;
  readonly columns: readonly (string | ListColumn)[];
  readonly rows: readonly { readonly key: string; readonly cells: Readonly<Record<string, ReactNode>> }[];
}

/** A table with a record per row. If wider than the page, it scrolls on its own. */
export function RecordTable({ label: name, columns, rows }: RecordTableProps) {
  const heads = columns.map((column) => (typeof column === 'string' ? { label: column } : column));
  return (
    <div className="card scroll" tabIndex={0} role="group" aria-label={name}>
      <table>
        <thead>
          <tr>
            <Heads columns={heads} />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              <Cells columns={heads} cells={cells} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function numbers(...labels: readonly string[]): readonly ListColumn[] {
  return labels.map((label) => ({ label, isNumber: true }));
}

function Heads({ columns }: { readonly columns: readonly ListColumn[] }) {
  return columns.map(({ label, isNumber = false }) => (
    <th key={label} scope="col" className={isNumber ? 'number' : undefined}>
      {label === '' ? <span className="hidden">Actions</span> : label}
    </th>
  ));
}

interface CellsProps {
  readonly columns: readonly ListColumn[];
  readonly cells: Readonly<Record<string, ReactNode>>;
}

function Cells({ columns, cells }: CellsProps) {
  return columns.map(({ label, isNumber = false }) => (
    <td key={label} data-label={label} className={isNumber ? 'number' : undefined}>
      {cells[label]}
    </td>
  ));
}
