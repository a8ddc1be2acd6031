import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SCREEN_ROWS } from './screen-of.ts';

export interface TerminalOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** @defaultValue a terminal without a size, as on build machines */
  readonly columns?: number;
  /** File to use as stdin instead of the terminal. */
  readonly stdinFile?: string;
  /** Presses keys once this text was written. */
  readonly until?: RegExp;
  /** @defaultValue Ctrl-C */
  readonly keys?: string;
}

/** Longer than any command here takes: one that still runs waits for input. */
const TIMEOUT_MS = 300_000;

/** Runs a program on a terminal created by `script`; returns both streams as the terminal received them. */
export async function runOnTerminal(
  words: readonly string[],
  { cwd, env, columns, stdinFile, until, keys = '\u0003' }: TerminalOptions,
): Promise<{ written: string; exitCode: number | null }> {
  const size = columns === undefined ? '' : `stty cols ${columns} rows ${SCREEN_ROWS}; `;
  const line = `${size}exec ${words.map(quote).join(' ')}${stdinFile === undefined ? '' : ` < ${quote(stdinFile)}`}`;
  const child = spawn('script', scriptArguments(line), { cwd, env });
  const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  let written = '';
  let isAsked = false;
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
    if (until?.test(written) === true && !isAsked) {
      isAsked = true;
      child.stdin.write(keys);
    }
  });
  // `close` has the exit code.
  const [exitCode] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  return { written, exitCode };
}

/** util-linux and BSD have different arguments. */
function scriptArguments(line: string): string[] {
  return process.platform === 'linux' ? ['-qec', line, '/dev/null'] : ['-q', '/dev/null', 'sh', '-c', line];
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
