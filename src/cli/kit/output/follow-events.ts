import type { Display } from '../../../ui/layout/view.ts';
import { formatShort } from '../../../ui/layout/text/format-value.ts';
import { stripControlCharacters } from '../../../foundation/terminal-text.ts';
import { type Io, type OutputStream, writeText } from '../process/io.ts';
import { isCi, isDrawable, openScreen } from '../process/screen.ts';

export interface LiveRenderer<Event> {
  update(event: Event): void;
  close(): void | Promise<void>;
}

export interface EventRenderer<Event> {
  /** One line for a log; `null` for an event without one. */
  readonly line: (event: Event) => string | null;
  /** Opens the live view on stderr; used only on a terminal. */
  readonly live?: (display: Display) => LiveRenderer<Event> | Promise<LiveRenderer<Event>>;
}

export interface Follower<Event> {
  readonly onEvent: (event: Event) => void;
  /**
   * Ends the output. A live view is replaced by one line.
   *
   * @param done - the completed operation, as in `Deployed`; omitted if it failed
   */
  readonly close: (done?: string) => Promise<void>;
}

interface FollowOptions {
  /** `--events`: one JSON object per line. */
  readonly ndjson: boolean;
  /** Show no events (`--json`, `--quiet`). */
  readonly quiet: boolean;
}

/** Opens the output of events: a live view on a terminal, lines in a log, JSON objects for a program. */
export async function followEvents<Event>(
  view: EventRenderer<Event>,
  io: Io,
  { ndjson, quiet }: FollowOptions,
): Promise<Follower<Event>> {
  if (ndjson) return lineFollower(io, (event: Event) => JSON.stringify(event));
  if (quiet) return { onEvent: () => undefined, close: async () => undefined };
  if (view.live === undefined || !isDrawable(io.stderr, io.env) || isCi(io.env))
    return lineFollower(io, (event: Event) => harmless(view.line(event)));
  const live = await view.live(openScreen(io.stderr, io.env));
  const startedAt = performance.now();
  const stopSuspending = showCursorWhileSuspended(io.stderr);
  return {
    onEvent: (event) => live.update(event),
    close: async (done) => {
      stopSuspending();
      await live.close();
      if (done !== undefined) await writeText(io.stderr, `✓ ${done} in ${secondsSince(startedAt)}\n`);
    },
  };
}

function harmless(line: string | null): string | null {
  return line === null ? null : stripControlCharacters(line);
}

function secondsSince(startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  return formatShort('seconds', seconds);
}

function lineFollower<Event>(io: Io, toLine: (event: Event) => string | null): Follower<Event> {
  let written = Promise.resolve();
  return {
    onEvent: (event) => {
      const line = toLine(event);
      if (line !== null) written = Promise.all([written, writeText(io.stderr, `${line}\n`)]).then(() => undefined);
    },
    close: () => written,
  };
}

const SHOW_CURSOR = '\u001b[?25h';
const HIDE_CURSOR = '\u001b[?25l';

/**
 * Shows the cursor while the process is suspended by Ctrl-Z: the shell's next line would have none.
 *
 * @returns a function that ends this
 */
function showCursorWhileSuspended(terminal: OutputStream): () => void {
  // Windows has no such signals.
  if (process.platform === 'win32') return () => undefined;
  const suspend = () => {
    terminal.write(SHOW_CURSOR);
    // The default action of SIGTSTP, which a listener replaces.
    process.kill(process.pid, 'SIGSTOP');
  };
  const resume = () => void terminal.write(HIDE_CURSOR);
  process.on('SIGTSTP', suspend).on('SIGCONT', resume);
  return () => void process.off('SIGTSTP', suspend).off('SIGCONT', resume);
}
