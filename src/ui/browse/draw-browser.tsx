import { Box, render, Text, useInput, useWindowSize } from 'ink';
import type { Display } from '../layout/view.ts';
import { drawView } from '../layout/draw-view.tsx';
import { terminalStream } from '../live/render-live.ts';
import { createTheme, type Theme } from '../layout/theme.ts';
import { type Browser, type BrowseState, createBrowser } from './browser.ts';
import { type Listing, sampleOf } from './row-sources.ts';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { fitTable, type FittedTable } from '../layout/fit-table.ts';
import { topOf } from '../choose/edit-text.ts';
import { TableHeader, TableRow } from '../layout/table.tsx';
import { toTable } from '../layout/table-model.ts';

export interface BrowserOptions {
  readonly color: boolean;
  /** Opens a URL; false if there is no browser. */
  readonly open: (url: string) => boolean;
}

export type BrowserStreams = Pick<NodeJS.Process, 'stdin' | 'stdout'>;

/** A details view scrolls, so its tables show all their rows. */
const MAX_ROWS = 2000;

/** Shows an interactive list full screen until the user quits, then restores the terminal. */
export async function drawBrowser<Row>(
  listing: Listing<Row>,
  { color, open }: BrowserOptions,
  { stdin, stdout }: BrowserStreams = process,
): Promise<'quit' | 'interrupted'> {
  const now = new Date();
  const browser = createBrowser(listing, {
    height: () => Math.max(1, stdout.rows - OTHER_LINES),
    draw: (view) => drawView(view, { ...displayOf(stdout, color, now), rows: MAX_ROWS }).split('\n'),
    // The terminal's own clipboard, which works through SSH and tmux. @source xterm, "Operating System Commands", 52
    copy: (text) => void stdout.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`),
    open,
  });
  const { promise, resolve } = Promise.withResolvers<'quit' | 'interrupted'>();
  // Raw mode before the first frame, so that no early key press is lost.
  stdin.setRawMode(true);
  const view = <Browse listing={listing} browser={browser} theme={createTheme(color)} now={now} onEnd={resolve} />;
  const instance = render(view, {
    stdin,
    stdout: terminalStream(stdout),
    patchConsole: false,
    exitOnCtrlC: false,
    alternateScreen: true,
    // Whoever opens it has a terminal: Ink would draw nothing where CI is set.
    interactive: true,
  });
  stdout.on('resize', browser.resize);
  const end = await promise;
  stdout.off('resize', browser.resize);
  instance.unmount();
  await instance.waitUntilExit();
  stdin.pause();
  return end;
}

function displayOf({ columns, rows }: { readonly columns: number; readonly rows: number }, color: boolean, now: Date) {
  return { form: 'terminal', columns, rows, color, now } satisfies Display;
}

interface BrowseProps<Row> {
  readonly listing: Listing<Row>;
  readonly browser: Browser<Row>;
  readonly theme: Theme;
  readonly now: Date;
  readonly onEnd: (end: 'quit' | 'interrupted') => void;
}

/** Title, header, message and keys, and a free last line, since a full screen would scroll. */
const OTHER_LINES = 5;

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
        {state.mode === 'view' ? (
          state.view.slice(state.scroll, state.scroll + height + 1).map((line, index) => (
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

function Line({ theme, look, text }: { theme: Theme; look: 'title' | 'here' | 'remark'; text: string }): ReactNode {
  return (
    <Text wrap="truncate-end" {...theme[look]}>
      {text === '' ? ' ' : text}
    </Text>
  );
}

interface RowsProps<Row> extends Pick<BrowseProps<Row>, 'listing' | 'theme' | 'now'> {
  readonly state: BrowseState<Row>;
  readonly columns: number;
  readonly height: number;
}

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

function keysOf({ mode, view, scroll }: BrowseState<unknown>): string {
  if (mode === 'filter') return 'type to filter · enter keep · esc show all';
  if (mode === 'view') return `↑↓ scroll (line ${scroll + 1} of ${view.length}) · q back`;
  return '↑↓ move · / filter · enter details · space mark · d compare · c copy id · o open · q quit';
}
