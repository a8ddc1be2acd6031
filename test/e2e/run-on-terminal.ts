import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SCREEN_ROWS } from './screen-of.ts';

export interface TerminalOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Left out: a terminal that nobody gave a size, as build machines make them. */
  readonly columns?: number;
  /** File that stands on standard input in place of the terminal. */
  readonly stdinFile?: string;
  /** Ctrl-C is pressed when this was written. */
  readonly until?: RegExp;
}

/** Longer than anything here takes; what is still there then waits for somebody. */
const PATIENCE_MS = 60_000;

/** Runs a program on a terminal made by `script`; both its streams come as the one text that the terminal gets. */
export async function runOnTerminal(
  words: readonly string[],
  { cwd, env, columns, stdinFile, until }: TerminalOptions,
): Promise<{ written: string; exitCode: number | null }> {
  const size = columns === undefined ? '' : `stty cols ${columns} rows ${SCREEN_ROWS}; `;
  const line = `${size}exec ${words.map(quote).join(' ')}${stdinFile === undefined ? '' : ` < ${quote(stdinFile)}`}`;
  const child = spawn('script', scriptArguments(line), { cwd, env });
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  let written = '';
  let isAsked = false;
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
    if (until?.test(written) === true && !isAsked) {
      isAsked = true;
      child.stdin.write('\u0003');
    }
  });
  // `close` tells the exit code first.
  const [exitCode] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  return { written, exitCode };
}

/** util-linux and BSD disagree on the arguments. */
function scriptArguments(line: string): string[] {
  return process.platform === 'linux' ? ['-qec', line, '/dev/null'] : ['-q', '/dev/null', 'sh', '-c', line];
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
