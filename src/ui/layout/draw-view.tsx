import { Box, renderToString, Text } from 'ink';
import type { ReactNode } from 'react';
import { type Block, type Display, type RecordBlock, type View, viewIn, type WordDiffBlock } from './view.ts';
import { sumOf } from '../../foundation/numbers.ts';
import { COLUMN_GAP, fitTable } from './fit-table.ts';
import { formatValue } from './text/format-value.ts';
import type { TableBlock } from './table-model.ts';
import { CellContent, Table } from './table.tsx';
import { widestOf, widthOf, wrapWords } from './text/text-width.ts';
import { createTheme, type Theme } from './theme.ts';
import { markChange, shortenSame } from './text/word-diff.ts';

/** Lines reserved per table: header, remarks, and the next prompt. */
const RESERVED_LINES = 4;

/** Renders a view for a terminal as one string: at most a screenful of rows, no wider than the window. */
export function drawView(whole: View, display: Display): string {
  const view = viewIn(whole, 'drawn');
  const theme = createTheme(display.color);
  const maxRows = rowsOfTables(view, display.rows);
  const frame = (
    <Box flexDirection="column" rowGap={1}>
      {view.map((block, index) => (
        <BlockView key={index} block={block} theme={theme} display={display} maxRows={maxRows.get(block) ?? 0} />
      ))}
    </Box>
  );
  return renderToString(frame, { columns: display.columns });
}

/** Limits the rows of each table so that all fit one screen: Ink needs seconds to lay out ten thousand rows. */
function rowsOfTables(view: View, screenRows: number): ReadonlyMap<Block, number> {
  const tables = view.filter((block) => block.type === 'table');
  const others = sumOf(view, (block) => (block.type === 'record' ? block.fields.length + 1 : 1));
  const free = screenRows - others - RESERVED_LINES * tables.length;
  const shares = divideRows(
    tables.map(({ rows }) => rows.length),
    free,
  );
  return new Map(tables.map((table, index) => [table, shares[index] ?? 0]));
}

interface SectionProps<Shown extends Block> {
  readonly block: Shown;
  readonly theme: Theme;
  readonly display: Display;
}

type BlockViewProps<Shown extends Block = Block> = SectionProps<Shown> & { readonly maxRows: number };

function BlockView({ block, theme, display, maxRows }: BlockViewProps): ReactNode {
  switch (block.type) {
    case 'table':
      return <TableSection block={block} theme={theme} display={display} maxRows={maxRows} />;
    case 'record':
      return <RecordSection block={block} theme={theme} display={display} />;
    case 'text':
      return <Text>{wrapLong(block.text, display.columns)}</Text>;
    case 'word-diff':
      return <WordDiffSection block={block} theme={theme} display={display} />;
  }
}

/** Wraps only lines that are too long; others keep their indentation. */
function wrapLong(text: string, columns: number): string {
  const wrapped = text.split('\n').map((line) => (widthOf(line) <= columns ? line : wrapWords(line, columns)));
  return wrapped.join('\n');
}

function TableSection({ block, theme, display, maxRows }: BlockViewProps<TableBlock>): ReactNode {
  const table = fitTable(block, { columns: display.columns, maxRows, now: display.now });
  return (
    <Box flexDirection="column">
      <Title title={block.title} theme={theme} columns={display.columns} />
      {block.rows.length === 0 ? (
        <Text>{wrapWords(block.empty, display.columns)}</Text>
      ) : (
        <Table table={table} theme={theme} columns={display.columns} />
      )}
    </Box>
  );
}

function RecordSection({ block, theme, display: { columns, now } }: SectionProps<RecordBlock>): ReactNode {
  const width = widestOf(block.fields.map(({ label }) => label));
  return (
    <Box flexDirection="column">
      <Title title={block.title} theme={theme} columns={columns} />
      {block.fields.map(({ label, kind = 'text', meaning, value }, index) => {
        const text = formatValue(kind, value, { form: 'terminal', now });
        const room = columns - width - COLUMN_GAP;
        // A wrapped id cannot be copied, so it gets its own line.
        const isBelow = kind === 'id' && widthOf(text) > room;
        return (
          <Box key={index} columnGap={isBelow ? 0 : COLUMN_GAP} flexDirection={isBelow ? 'column' : 'row'}>
            <Box width={width} flexShrink={0}>
              <Text {...(meaning === undefined ? theme.label : theme.part[meaning])}>{label}</Text>
            </Box>
            <Text {...(kind === 'id' || kind === 'time' ? {} : theme.cell(kind, value))}>
              <CellContent kind={kind} text={isBelow || room < 1 ? text : wrapWords(text, room)} theme={theme} />
            </Text>
          </Box>
        );
      })}
    </Box>
  );
}

/** Renders a word diff. Signs mark the changes; colour only repeats them. */
function WordDiffSection({ block, theme, display: { columns } }: SectionProps<WordDiffBlock>): ReactNode {
  return (
    <Box flexDirection="column">
      <Title title={block.title} theme={theme} columns={columns} />
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

function Title({ title, theme, columns }: { title: string | null; theme: Theme; columns: number }): ReactNode {
  return title === null ? null : <Text {...theme.title}>{wrapWords(title, columns)}</Text>;
}

const MIN_ROWS = 5;

/** Divides the lines of a screen among tables: short tables get what they need, the others share the rest. */
export function divideRows(counts: readonly number[], lines: number): number[] {
  const shares = counts.map(() => 0);
  let [free, waiting] = [lines, counts.length];
  for (const index of counts.map((_, at) => at).toSorted((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0))) {
    const count = counts[index] ?? 0;
    const share = Math.max(MIN_ROWS, Math.floor(free / waiting));
    // The remark about one hidden row takes as much space as the row.
    shares[index] = count <= share + 1 ? count : share;
    free -= shares[index];
    waiting -= 1;
  }
  return shares;
}
