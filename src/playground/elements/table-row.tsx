import type { ReactNode } from 'react';

/** Height of a row, for tables that draw only the rows on the screen. */
export const ROW_HEIGHT = 36;

interface TableRowProps {
  /** Text of the first cell, which opens the row. */
  readonly label: ReactNode;
  readonly index: number;
  /** Widths of the columns, as a grid has them. */
  readonly columns: string;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** A row that is placed by its index. */
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
