import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { COLUMN_GAP, type FittedCell, type FittedColumn, type FittedTable } from './fit-table.ts';
import type { Look, Theme } from './theme.ts';

export interface TableProps {
  readonly table: FittedTable;
  readonly theme: Theme;
}

/** Draws a measured table: a header, a line per row, and what was left out. */
export function Table({ table, theme }: TableProps): ReactNode {
  return (
    <Box flexDirection="column">
      <TableHeader table={table} theme={theme} />
      {table.rows.map((row, index) => (
        <TableRow key={index} table={table} theme={theme} row={row} />
      ))}
      {remarks(table).map((remark) => (
        <Text key={remark} {...theme.remark}>
          {remark}
        </Text>
      ))}
    </Box>
  );
}

/** Draws the names of the columns. */
export function TableHeader({ table, theme }: TableProps): ReactNode {
  return (
    <Box columnGap={COLUMN_GAP}>
      {table.columns.map((column) => (
        <Cell key={column.header} column={column} text={column.header} look={theme.header} />
      ))}
    </Box>
  );
}

export interface TableRowProps extends TableProps {
  readonly row: readonly FittedCell[];
  /** Look of the whole row. @default what each cell means */
  readonly look?: Look;
}

/** Draws one row of a measured table. */
export function TableRow({ table, theme, row, look }: TableRowProps): ReactNode {
  return (
    <Box columnGap={COLUMN_GAP}>
      {table.columns.map((column, at) => (
        <Cell
          key={column.header}
          column={column}
          text={row[at]?.text ?? ''}
          look={look ?? theme.cell(column.kind, row[at]?.value)}
        />
      ))}
    </Box>
  );
}

interface CellProps {
  readonly column: FittedColumn;
  readonly text: string;
  readonly look: Look;
}

function Cell({ column, text, look }: CellProps): ReactNode {
  return (
    <Box width={column.width} flexShrink={0} justifyContent={column.isRightAligned ? 'flex-end' : 'flex-start'}>
      <Text wrap="truncate-end" {...look}>
        {text}
      </Text>
    </Box>
  );
}

function remarks({ hiddenRows, hiddenColumns }: FittedTable): string[] {
  return [
    ...(hiddenRows > 0 ? [`… ${hiddenRows} more row${hiddenRows === 1 ? '' : 's'}: pipe to less, or add --json`] : []),
    ...(hiddenColumns.length > 0
      ? [`… not shown here: ${hiddenColumns.join(', ')} (widen the window, or add --json)`]
      : []),
  ];
}
