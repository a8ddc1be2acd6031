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

/** The built `wf` at a terminal of its own, as a person sees it. */
export interface OpenTerminal extends AsyncDisposable {
  /** Lines that stand on the screen now, without blank ends. */
  screen(): string[];
  /** Whether a full-screen program has the screen. */
  isOnOtherScreen(): boolean;
  /** Everything that was written, escapes and all. */
  written(): string;
  press(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Waits until a line of the screen has a text. */
  shows(text: string): Promise<void>;
  /** Waits until the lines of the screen are as they should be. */
  until(holds: (lines: readonly string[]) => boolean, what: string): Promise<void>;
  /** Waits for the end of the program. */
  exitCode: Promise<number>;
}

const LONGEST_WAIT_MS = 30_000;

/** Starts the built `wf`, or another program, at a terminal, and looks at what a terminal makes of its output. */
export function openTerminal(args: readonly string[], options: TerminalOptions = {}): OpenTerminal {
  const { cwd = '/', env = {}, columns: cols = 80, rows = 24, program } = options;
  const screen = new headless.Terminal({ cols, rows, allowProposedApi: true });
  const [command, before] = program === undefined ? [process.execPath, [WF]] : [program, []];
  const child = spawn(command, [...before, ...args], {
    // It is what the program finds in TERM, whatever the environment says.
    name: env['TERM'] ?? 'xterm-256color',
    cols,
    rows,
    cwd,
    env: { ...bareEnv(cwd), ...env },
  });
  let written = '';
  const changes = new EventTarget();
  // Shells ask where the cursor is, and wait for the answer.
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
    const timer = setTimeout(() => end(new Error(`Not on the screen: ${describe()}`)), LONGEST_WAIT_MS);
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
