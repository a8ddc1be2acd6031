import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';
import { bareEnv, WF } from './run-wf.ts';

export interface TerminalOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
  /** Program to run instead of `wf`. */
  readonly program?: string;
}

/** The built `wf` on its own terminal, as a user sees it. */
export interface OpenTerminal extends AsyncDisposable {
  /** Current lines of the screen, without trailing spaces. */
  screen(): string[];
  /** Whether a full-screen program is active. */
  isOnOtherScreen(): boolean;
  /** All output, including escapes. */
  written(): string;
  press(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Waits until a line of the screen contains a text. */
  shows(text: string): Promise<void>;
  /** Waits until the lines of the screen match. */
  until(holds: (lines: readonly string[]) => boolean, what: string): Promise<void>;
  /** Waits for the end of the program. */
  exitCode: Promise<number>;
}

const MAX_WAIT_MS = 120_000;

/** Starts the built `wf`, or another program, on a terminal, and interprets its output. */
export function openTerminal(args: readonly string[], options: TerminalOptions = {}): OpenTerminal {
  const { cwd = '/', env = {}, columns: cols = 80, rows = 24, program } = options;
  const screen = new headless.Terminal({ cols, rows, allowProposedApi: true });
  const [command, before] = program === undefined ? [process.execPath, [WF]] : [program, []];
  const child = spawn(command, [...before, ...args], {
    // This sets TERM, regardless of the environment.
    name: env['TERM'] ?? 'xterm-256color',
    cols,
    rows,
    cwd,
    env: { ...bareEnv(cwd), ...env },
  });
  let written = '';
  const changes = new EventTarget();
  // Shells query the position of the cursor and wait for the response.
  screen.onData((answer) => child.write(answer));
  child.onData((data) => {
    written += data;
    screen.write(data, () => changes.dispatchEvent(new Event('change')));
  });
  const exitCode = new Promise<number>((done) => {
    child.onExit((end) => done(end.exitCode));
  });
  const lines = () => readLines(screen);
  const until = (holds: (lines: readonly string[]) => boolean, what: string) =>
    waitFor(
      () => holds(lines()),
      changes,
      () => `${what}\n${lines().join('\n')}`,
    );
  return {
    screen: lines,
    isOnOtherScreen: () => screen.buffer.active.type === 'alternate',
    written: () => written,
    press: (keys) => child.write(keys),
    resize: (toColumns, toRows) => {
      screen.resize(toColumns, toRows);
      child.resize(toColumns, toRows);
    },
    shows: (text) => until((all) => all.some((line) => line.includes(text)), text),
    until,
    exitCode,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exitCode;
      screen.dispose();
    },
  };
}

function readLines({ buffer, rows }: headless.Terminal): string[] {
  const { active } = buffer;
  const lines = Array.from({ length: rows }, (_, row) =>
    active.getLine(active.viewportY + row)?.translateToString(true),
  );
  const texts = lines.map((line) => (line ?? '').trimEnd());
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}

async function waitFor(isThere: () => boolean, changes: EventTarget, describe: () => string): Promise<void> {
  if (isThere()) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => end(new Error(`Not on the screen: ${describe()}`)), MAX_WAIT_MS);
    const look = () => isThere() && end(null);
    const end = (error: Error | null) => {
      clearTimeout(timer);
      changes.removeEventListener('change', look);
      if (error === null) resolve();
      else reject(error);
    };
    changes.addEventListener('change', look);
  });
}
