import { fork, type ChildProcess } from 'node:child_process';
import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DescribeReport } from './describe-child.ts';

export interface DescribeChildOptions {
  /** Absolute path of `workflow.mjs`; its source map lies beside it. */
  readonly bundle: string;
  /** The script that imports the bundle, `describe-child`. */
  readonly childScript: URL;
  /** @defaultValue 10 seconds */
  readonly timeoutMs?: number;
  /** Heap the import may use, in MiB. @defaultValue 512 */
  readonly memoryMb?: number;
  readonly signal?: AbortSignal;
  /**
   * Settles when the bundle is written; without it the bundle is there already. The process starts up meanwhile, and
   * the time limit counts from here.
   */
  readonly ready?: Promise<unknown>;
}

/** How the child ended: with a report, killed by us, or on its own. */
export type DescribeEnd =
  | { readonly type: 'reported'; readonly report: DescribeReport }
  | { readonly type: 'timed-out'; readonly timeoutMs: number }
  | { readonly type: 'died'; readonly code: number | null; readonly signal: string | null; readonly stderr: string };

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MEMORY_MB = 512;
/** Enough of stderr for the engine's message on a crash. */
const STDERR_TAIL = 8_192;

/** Runs the child that imports a bundle until it reports or ends, then kills it. */
export async function runDescribeChild(options: DescribeChildOptions): Promise<DescribeEnd> {
  const { bundle, ready, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  signal?.throwIfAborted();
  ready?.catch(() => {
    // Thrown below; marked as handled here because it may fail before anybody waits for it.
  });
  await mkdir(dirname(bundle), { recursive: true });
  const file = join(await realpath(dirname(bundle)), basename(bundle));
  const child = forkChild(file, options);
  const { promise: ended, resolve, reject } = Promise.withResolvers<DescribeEnd>();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  // A looping import handles no event, so this process kills it when it exits.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  watchChild(child, resolve, reject);
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([ready, ended]);
    timer = setTimeout(() => resolve({ type: 'timed-out', timeoutMs }), timeoutMs);
    child.send(file, () => {
      // A failure to send means that the child has ended; 'close' reports that with more detail.
    });
    return await ended;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    process.removeListener('exit', kill);
    kill();
  }
}

function watchChild(child: ChildProcess, resolve: (end: DescribeEnd) => void, reject: (error: Error) => void): void {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-STDERR_TAIL)));
  // Only our own script, forked a moment ago, writes to this channel before the bundle is imported.
  child.once('message', (report) => resolve({ type: 'reported', report: report as DescribeReport }));
  child.once('error', reject);
  // 'close' comes after the last byte of stderr, 'exit' may come before.
  child.once('close', (code, signal) => resolve({ type: 'died', code, signal, stderr }));
}

function forkChild(file: string, { childScript, memoryMb = DEFAULT_MEMORY_MB }: DescribeChildOptions): ChildProcess {
  const script = fileURLToPath(childScript);
  // Run from source, the script imports another room; built, it is one folder of files.
  const folders = [dirname(file), join(dirname(script), script.endsWith('.ts') ? '../..' : '.')];
  return fork(script, {
    execArgv: [
      `--max-old-space-size=${memoryMb}`,
      '--permission',
      ...folders.map((folder) => `--allow-fs-read=${folder}`),
      // A Node that knows the flag (since 25) keeps the process off the network without it.
      ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
    ],
    env: scrubbedEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** What the platform needs to start a process and to print dates and text the same way; nothing of the author's. */
function scrubbedEnvironment(): NodeJS.ProcessEnv {
  const kept = ['SYSTEMROOT', 'WINDIR', 'TZ', 'LANG', 'LC_ALL'];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
