import { render } from 'ink';
import type { Display } from '../layout/display.ts';
import { drawPage } from '../layout/draw-page.tsx';
import { terminalStream } from '../live/terminal-stream.ts';
import { createTheme } from '../layout/theme.ts';
import { Browse, OTHER_LINES } from './browse.tsx';
import { createBrowser } from './browser.ts';
import type { Listing } from './listing.ts';

export interface BrowserOptions {
  readonly color: boolean;
  /** Opens a URL; false if there is no browser. */
  readonly open: (url: string) => boolean;
}

/** The terminal of a list. */
export type BrowserStreams = Pick<NodeJS.Process, 'stdin' | 'stdout'>;

/** A details page scrolls, so its tables show all their rows. */
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
    draw: (page) => drawPage(page, { ...displayOf(stdout, color, now), rows: MAX_ROWS }).split('\n'),
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
