import { Box, renderToString, Text } from 'ink';
import type { ReactNode } from 'react';
import type { Display } from './display.ts';
import { fitTable } from './fit-table.ts';
import { formatValue } from './format-value.ts';
import type { Block, Page, RecordBlock, WordsBlock } from './page.ts';
import type { TableBlock } from './table-model.ts';
import { Table } from './table.tsx';
import { widestOf } from './text-width.ts';
import { createTheme, type Theme } from './theme.ts';
import { markChange, shortenSame } from './word-diff.ts';

/** Lines kept free below a table: header, remarks, and the next prompt. */
const RESERVED_LINES = 4;
const FEWEST_ROWS = 5;

/** Draws a page for a terminal as one string: at most a screenful of rows, cut to the window's width. */
export function drawPage(page: Page, display: Display): string {
  const theme = createTheme(display.color);
  const maxRows = rowsPerTable(page, display.rows);
  const frame = (
    <Box flexDirection="column" rowGap={1}>
      {page.map((block, index) => (
        <BlockView key={index} block={block} theme={theme} display={display} maxRows={maxRows} />
      ))}
    </Box>
  );
  return renderToString(frame, { columns: display.columns });
}

/** Ink lays every row out: ten thousand of them take seconds, so tables share one screen. */
function rowsPerTable(page: Page, screenRows: number): number {
  const tables = page.filter((block) => block.type === 'table').length;
  const others = page.reduce((sum, block) => sum + (block.type === 'record' ? block.fields.length + 1 : 1), 0);
  const free = screenRows - others - RESERVED_LINES * tables;
  return Math.max(FEWEST_ROWS, Math.floor(free / Math.max(1, tables)));
}

interface BlockViewProps {
  readonly block: Block;
  readonly theme: Theme;
  readonly display: Display;
  readonly maxRows: number;
}

function BlockView({ block, theme, display, maxRows }: BlockViewProps): ReactNode {
  switch (block.type) {
    case 'table':
      return <TableSection block={block} theme={theme} display={display} maxRows={maxRows} />;
    case 'record':
      return <RecordSection block={block} theme={theme} display={display} />;
    case 'text':
      return <Text>{block.text}</Text>;
    case 'words':
      return <WordsSection block={block} theme={theme} />;
  }
}

function TableSection({ block, theme, display, maxRows }: BlockViewProps & { readonly block: TableBlock }): ReactNode {
  const table = fitTable(block, { columns: display.columns, maxRows, now: display.now });
  return (
    <Box flexDirection="column">
      <Title title={block.title} theme={theme} />
      {block.rows.length === 0 ? <Text>{block.empty}</Text> : <Table table={table} theme={theme} />}
    </Box>
  );
}

interface RecordSectionProps {
  readonly block: RecordBlock;
  readonly theme: Theme;
  readonly display: Display;
}

function RecordSection({ block, theme, display }: RecordSectionProps): ReactNode {
  const width = widestOf(block.fields.map(({ label }) => label));
  return (
    <Box flexDirection="column">
      <Title title={block.title} theme={theme} />
      {block.fields.map(({ label, kind = 'text', value }) => (
        <Box key={label} columnGap={2}>
          <Box width={width} flexShrink={0}>
            <Text {...theme.label}>{label}</Text>
          </Box>
          <Text {...(kind === 'id' || kind === 'time' ? {} : theme.cell(kind, value))}>
            {formatValue(kind, value, { form: 'terminal', now: display.now })}
          </Text>
        </Box>
      ))}
    </Box>
  );
}

/** Colour repeats the signs; without it they are all there is. */
function WordsSection({ block, theme }: { readonly block: WordsBlock; readonly theme: Theme }): ReactNode {
  return (
    <Box flexDirection="column">
      <Title title={block.title} theme={theme} />
      <Text>
        {shortenSame(block.changes).map((change, index) => (
          <Text key={index} {...theme.change[change.kind]}>
            {markChange(change)}
          </Text>
        ))}
      </Text>
    </Box>
  );
}

function Title({ title, theme }: { readonly title: string | null; readonly theme: Theme }): ReactNode {
  return title === null ? null : <Text {...theme.title}>{title}</Text>;
}
