import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Height of a row, for tables that draw only the rows on the screen. */
export const ROW_HEIGHT = 36;

/** Characters of a cell, which is one line: more would be laid out without being seen. */
export const LINE_LENGTH = 500;

interface RowTableProps {
  readonly length: number;
  readonly isComplete: boolean;
  /** Widths of the columns, as a grid has them. */
  readonly columns: string;
  readonly heads: ReactNode;
  readonly renderRow: (index: number) => ReactNode;
  readonly boxStyle?: CSSProperties;
  readonly tableStyle?: CSSProperties;
}

/** A table of rows with equal heights, which draws only those on the screen. */
export function RowTable(props: RowTableProps) {
  const { length, isComplete, columns, heads, renderRow, boxStyle, tableStyle } = props;
  const { element, scrollTop, height, onScroll } = useScroll(length);
  const { first, end } = visibleRange(scrollTop, height, ROW_HEIGHT, length);
  return (
    <div
      className="card rows"
      ref={element}
      onScroll={onScroll}
      style={boxStyle}
      tabIndex={0}
      role="group"
      aria-label="Rows, scrolling"
    >
      <div role="table" aria-label="Rows" aria-rowcount={isComplete ? length + 1 : -1} style={tableStyle}>
        <div role="rowgroup" className="rows-head">
          <div role="row" aria-rowindex={1} className="row" style={{ gridTemplateColumns: columns }}>
            {heads}
          </div>
        </div>
        <div role="rowgroup" className="rows-body" style={{ blockSize: length * ROW_HEIGHT }}>
          {Array.from({ length: end - first }, (_, offset) => renderRow(first + offset))}
        </div>
      </div>
    </div>
  );
}

/** A row, where its table has it. */
export interface PlacedRow extends Pick<RowTableProps, 'columns'> {
  readonly index: number;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}

interface TableRowProps extends PlacedRow {
  readonly label: ReactNode;
  readonly children: ReactNode;
}

export function TableRow({ label, index, columns, isOpened, onOpen, children }: TableRowProps) {
  const style = {
    gridTemplateColumns: columns,
    transform: `translateY(${index * ROW_HEIGHT}px)`,
    blockSize: ROW_HEIGHT,
  };
  return (
    <div role="row" aria-rowindex={index + 2} className="row" data-selected={isOpened || undefined} style={style}>
      <span role="cell">
        <button type="button" className="link" aria-expanded={isOpened} onClick={onOpen}>
          {label}
          <span className="hidden"> show whole</span>
        </button>
      </span>
      {children}
    </div>
  );
}

/**
 * Follows how far a box is scrolled.
 *
 * @param length - length of its list: a longer one gets a higher box
 */
export function useScroll(length: number) {
  const element = useRef<HTMLDivElement>(null);
  const [state, setState] = useState({ scrollTop: 0, height: 600 });
  const onScroll = () => {
    const box = element.current;
    if (box !== null) setState({ scrollTop: box.scrollTop, height: box.clientHeight });
  };
  useLayoutEffect(onScroll, [length]);
  return { element, onScroll, ...state };
}

/** Rows drawn beyond each edge, so that fast scrolling shows no gap. */
const OVERSCAN = 10;

/** Finds the first row to draw, and the one after the last. All lengths are in pixels. */
export function visibleRange(scrollTop: number, height: number, rowHeight: number, count: number) {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight) - OVERSCAN;
  const end = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight) + OVERSCAN;
  return { first: Math.min(Math.max(0, first), Math.max(0, count - 1)), end: Math.min(count, end) };
}

/** Scrolls what opens below a table into sight. */
export function useScrollIntoView<E extends Element>() {
  const element = useRef<E>(null);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return element;
}
