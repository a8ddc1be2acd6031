import { countOf } from '../../foundation/numbers.ts';
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { COLUMN_GAP, type FittedCell, type FittedColumn, type FittedTable, READABLE_TEXT } from './fit-table.ts';
import { type Kind } from './text/format-value.ts';
import { toSingleLine } from '../../foundation/terminal-text.ts';
import type { Style, Theme } from './theme.ts';
import { wrapWords } from './text/text-width.ts';
import { splitChart } from './text/charts.ts';

export interface TableProps {
  readonly table: FittedTable;
  readonly theme: Theme;
}

export interface BoundedTableProps extends TableProps {
  /** Width in character cells, for the remarks below. */
  readonly columns: number;
}

/** Renders a fitted table: header, rows, and remarks about what is hidden. */
export function Table({ table, theme, columns }: BoundedTableProps): ReactNode {
  return (
    <Box flexDirection="column">
      <TableHeader table={table} theme={theme} />
      {table.rows.map((row, index) => (
        <TableRow key={index} table={table} theme={theme} row={row} />
      ))}
      {remarks(table).map((remark) => (
        <Text key={remark} {...theme.remark}>
          {wrapWords(remark, columns)}
        </Text>
      ))}
    </Box>
  );
}

export function TableHeader({ table, theme }: TableProps): ReactNode {
  return (
    <Box columnGap={COLUMN_GAP} alignItems="flex-end">
      {table.columns.map((column, index) => (
        // Two columns may have the same header: a column of a test set can be called like an evaluator.
        <Box key={index} flexDirection="column">
          {column.header.split('\n').map((line, at) => (
            <Cell key={at} column={column} text={line} look={theme.header} />
          ))}
        </Box>
      ))}
    </Box>
  );
}

export interface TableRowProps extends TableProps {
  readonly row: readonly FittedCell[];
  /** Style of the whole row. @defaultValue by the meaning of each cell */
  readonly look?: Style;
}

export function TableRow({ table, theme, row, look }: TableRowProps): ReactNode {
  return (
    <Box columnGap={COLUMN_GAP}>
      {table.columns.map((column, index) => {
        const { text, value } = row[index] ?? NO_CELL;
        const isPlain = look !== undefined;
        return (
          <Cell
            key={index}
            column={column}
            text={isPlain ? text : <CellContent kind={column.kind} text={linesOf(column, text)} theme={theme} />}
            look={look ?? theme.cell(column.kind, value)}
          />
        );
      })}
    </Box>
  );
}

const NO_CELL: FittedCell = { text: '', value: null };

/** Returns whether a column wraps: prose does if it is wide enough to read; otherwise it is truncated. */
function isBroken({ kind, width }: FittedColumn): boolean {
  return kind === 'prose' && width >= READABLE_TEXT;
}

function linesOf(column: FittedColumn, text: string): string {
  return isBroken(column) ? wrapWords(text, column.width) : toSingleLine(text);
}

interface CellProps {
  readonly column: FittedColumn;
  readonly text: ReactNode;
  readonly look: Style;
}

function Cell({ column, text, look }: CellProps): ReactNode {
  return (
    <Box width={column.width} flexShrink={0} justifyContent={column.isRightAligned ? 'flex-end' : 'flex-start'}>
      <Text wrap={isBroken(column) ? 'wrap' : 'truncate-end'} {...look}>
        {text}
      </Text>
    </Box>
  );
}

function remarks({ hiddenRows, hiddenColumns }: FittedTable): string[] {
  return [
    ...(hiddenRows > 0 ? [`… ${countOf(hiddenRows, 'more row')}: pipe to less, or add --json`] : []),
    ...(hiddenColumns.length > 0
      ? [`… not shown here: ${nameFew(hiddenColumns).replaceAll(/\s+/g, ' ')} (widen the window, or add --json)`]
      : []),
  ];
}

const NAMED = 5;

function nameFew(names: readonly string[]): string {
  if (names.length <= NAMED + 1) return names.join(', ');
  return `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;
}

export interface CellContentProps {
  readonly kind: Kind;
  readonly text: string;
  readonly theme: Theme;
}

/** Renders the content of a cell: plain text, or a chart with each segment in its style. */
export function CellContent({ kind, text, theme }: CellContentProps): ReactNode {
  const parts = splitChart(kind, text);
  if (parts === null) return text;
  return parts.map((part, index) => (
    <Text key={index} {...theme.part[part.meaning]}>
      {part.text}
    </Text>
  ));
}
