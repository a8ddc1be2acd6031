import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bareEnv, WF } from '../helpers/run-wf.ts';

export interface HeldRun extends AsyncDisposable {
  readonly stdout: string;
  readonly stderr: string;
  /** Stdout parsed as JSON; `undefined` if it is not JSON. */
  readonly document: unknown;
  /** 0 for a server that printed its document and keeps running. */
  readonly exitCode: number | null;
}

export interface HeldOptions {
  readonly cwd: string;
  /** Text on stdin. @defaultValue stdin stays open and empty */
  readonly stdin?: string;
  /** Waits for its document, not for its exit. */
  readonly isServer?: boolean;
}

/** Longer than any command here takes: one that still runs waits for input. */
const TIMEOUT_MS = 300_000;

/** Runs the built program in a pipe with stdin left open, as a careless script would. */
export async function runHeld(
  args: readonly string[],
  { cwd, stdin, isServer = false }: HeldOptions,
): Promise<HeldRun> {
  const child = spawn(process.execPath, [WF, ...args], { cwd, env: bareEnv(cwd) });
  const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  let [stdout, stderr] = ['', ''];
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const printed = new Promise<void>((done) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (isServer && parse(stdout) !== undefined) done();
    });
  });
  child.stdin.on('error', () => undefined);
  if (stdin !== undefined) child.stdin.end(stdin);
  const ended = await Promise.race([closed, ...(isServer ? [printed] : [])]);
  clearTimeout(late);
  const exitCode = ended === undefined ? 0 : ended[0];
  return {
    stdout,
    stderr,
    exitCode,
    document: parse(stdout),
    [Symbol.asyncDispose]: () => stop(child, closed),
  };
}

async function stop(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  child.stdin?.destroy();
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
  await closed;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
