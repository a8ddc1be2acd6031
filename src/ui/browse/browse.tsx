import { Box, Text, useInput, useWindowSize } from 'ink';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { fitTable, type FittedTable } from '../layout/fit-table.ts';
import { topOf } from '../choose/move.ts';
import { TableHeader, TableRow } from '../layout/table.tsx';
import { toTable } from '../layout/table-model.ts';
import type { Theme } from '../layout/theme.ts';
import type { Browser, BrowseState } from './browser.ts';
import { type Listing, sampleOf } from './listing.ts';

export interface BrowseProps<Row> {
  readonly listing: Listing<Row>;
  readonly browser: Browser<Row>;
  readonly theme: Theme;
  readonly now: Date;
  readonly onEnd: (end: 'quit' | 'interrupted') => void;
}

/** Title, header, message and keys, and a free last line, since a full screen would scroll. */
export const OTHER_LINES = 5;

/** Renders a full-screen list; it draws only the visible rows. */
export function Browse<Row>({ listing, browser, theme, now, onEnd }: BrowseProps<Row>): ReactNode {
  const { columns, rows } = useWindowSize();
  const state = useSyncExternalStore(browser.subscribe, browser.state);
  useInput((input, key) => browser.press({ input, key }));
  useEffect(() => {
    if (state.end !== null) onEnd(state.end);
  }, [state.end, onEnd]);
  const height = Math.max(1, rows - OTHER_LINES);
  return (
    <Box flexDirection="column" width={columns} height={rows - 1}>
      <Line theme={theme} look="title" text={titleOf(listing.title, state)} />
      <Box flexDirection="column" flexGrow={1}>
        {state.mode === 'page' ? (
          state.page.slice(state.scroll, state.scroll + height + 1).map((line, index) => (
            <Text key={index} wrap="truncate-end">
              {line === '' ? ' ' : line}
            </Text>
          ))
        ) : (
          <Rows listing={listing} state={state} theme={theme} now={now} columns={columns} height={height} />
        )}
      </Box>
      <Line theme={theme} look="here" text={state.message} />
      <Line theme={theme} look="remark" text={keysOf(state)} />
    </Box>
  );
}

interface LineProps {
  readonly theme: Theme;
  readonly look: 'title' | 'here' | 'remark';
  readonly text: string;
}

function Line({ theme, look, text }: LineProps): ReactNode {
  return (
    <Text wrap="truncate-end" {...theme[look]}>
      {text === '' ? ' ' : text}
    </Text>
  );
}

interface RowsProps<Row> {
  readonly listing: Listing<Row>;
  readonly state: BrowseState<Row>;
  readonly theme: Theme;
  readonly now: Date;
  readonly columns: number;
  readonly height: number;
}

/** Cursor and mark. */
const GUTTER = 4;

function Rows<Row>({ listing, state, theme, now, columns, height }: RowsProps<Row>): ReactNode {
  const { shown, cursor, marked } = state;
  if (shown.length === 0) return <Text>{emptyLine(listing.empty, state)}</Text>;
  const top = topOf(cursor, shown.length, height);
  const drawn = Array.from(shown.slice(top, top + height));
  const here = drawn.filter((row) => row !== undefined);
  // The sample keeps column widths stable while the list scrolls or is filtered.
  const sample = [...here, ...sampleOf(listing.source)];
  const block = toTable({ columns: listing.columns(sample), rows: sample });
  const table: FittedTable = fitTable(block, { columns: columns - GUTTER, maxRows: sample.length, now });
  return (
    <>
      <Box>
        <Box width={GUTTER} flexShrink={0} />
        <TableHeader table={table} theme={theme} />
      </Box>
      {drawn.map((row, index) => {
        const isHere = top + index === cursor;
        if (row === undefined) return <Text key={index}>{`${isHere ? '>' : ' '}   …`}</Text>;
        const mark = marked.some((one) => listing.idOf(one) === listing.idOf(row)) ? '*' : ' ';
        return (
          <Box key={listing.idOf(row)}>
            <Box width={GUTTER} flexShrink={0}>
              <Text {...theme.here}>{`${isHere ? '>' : ' '} ${mark}`}</Text>
            </Box>
            <TableRow
              table={table}
              theme={theme}
              row={table.rows[here.indexOf(row)] ?? []}
              {...(isHere ? { look: theme.here } : {})}
            />
          </Box>
        );
      })}
    </>
  );
}

function emptyLine(empty: string, { isComplete, typed }: BrowseState<unknown>): string {
  if (!isComplete) return 'Loading…';
  return typed === '' ? empty : `Nothing matches ${typed}. Esc shows all.`;
}

function titleOf(title: string, { shown, cursor, isComplete, isCounted, typed, mode }: BrowseState<unknown>): string {
  const isWhole = isComplete || (isCounted && typed === '');
  const count = `${shown.length === 0 ? 0 : cursor + 1} of ${shown.length}${isWhole ? '' : '+'}`;
  const filter = mode === 'filter' ? ` · filter: ${typed}_` : typed === '' ? '' : ` · filter: ${typed}`;
  return `${title} · ${count}${filter}`;
}

function keysOf({ mode, page, scroll }: BrowseState<unknown>): string {
  if (mode === 'filter') return 'type to filter · enter keep · esc show all';
  if (mode === 'page') return `↑↓ scroll (line ${scroll + 1} of ${page.length}) · q back`;
  return '↑↓ move · / filter · enter details · space mark · d compare · c copy id · o open · q quit';
}
