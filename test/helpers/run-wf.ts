import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { cacheHome } from './run-folder.ts';

/** The built program. `npm test` builds it first. */
export const WF = resolve(import.meta.dirname, '../../bin/wf.js');

export interface WfOptions {
  readonly cwd?: string;
  /** Added to a minimal environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Options for Node. */
  readonly nodeArgs?: readonly string[];
  /** Program to run instead of `wf`. */
  readonly program?: string;
  /** Runs this instead of Node with a program. */
  readonly command?: string;
  /** Encoding of standard output: `latin1` keeps every byte. */
  readonly encoding?: 'utf8' | 'latin1';
  /** Called with the process as soon as it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

export interface WfRun {
  readonly stdout: string;
  readonly stderr: string;
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
}

/** Runs the built `wf` in a separate process, without the settings of the user who runs the tests. */
export async function runWf(args: readonly string[], options: WfOptions = {}): Promise<WfRun> {
  const { cwd = '/', env = {}, stdin = '', nodeArgs = [], program = WF, command, encoding = 'utf8', onStart } = options;
  const words = command === undefined ? [...nodeArgs, program, ...args] : args;
  const child = spawn(command ?? process.execPath, words, { cwd, env: { ...bareEnv(cwd), ...env } });
  onStart?.(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding(encoding).on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined).end(stdin);
  const exitCode = await new Promise<number | null>((done) => {
    child.on('close', done);
  });
  return { stdout, stderr, exitCode };
}

/**
 * An environment without the settings of the user who runs the tests. It trusts every folder, because few tests are about
 * trust: those set `WF_TRUST` to the empty text.
 */
export function bareEnv(home: string): Record<string, string> {
  const kept = ['PATH', 'TMPDIR', 'TEMP', 'SystemRoot'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const folders = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: cacheHome(),
    WF_TRUST: '1',
  };
  return { ...Object.fromEntries(kept), ...folders };
}
