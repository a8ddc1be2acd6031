import { fork, type ChildProcess } from 'node:child_process';
import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DescribeReport, parseDescribeReport } from './describe-report.ts';

export interface DescribeChildOptions {
  /** Absolute path of `workflow.mjs`; its source map is in the same folder. */
  readonly bundle: string;
  /** Script that imports the bundle: `describe-child`. */
  readonly childScript: URL;
  /** Time limit in milliseconds, above 0. @defaultValue 10000 */
  readonly timeoutMs?: number;
  /** Maximum heap size of the import, in MiB, above 0. @defaultValue 512 */
  readonly memoryMb?: number;
  readonly signal?: AbortSignal;
  /**
   * Settles when the bundle is written; omitted if it exists already. The process starts up in the meantime, and the
   * time limit begins when this settles.
   */
  readonly ready?: Promise<unknown>;
}

/** How the child process ended: with a report, killed by us, or on its own. */
export type DescribeEnd =
  | { readonly type: 'reported'; readonly report: DescribeReport }
  | { readonly type: 'garbled' }
  | { readonly type: 'timed-out'; readonly timeoutMs: number }
  | { readonly type: 'died'; readonly code: number | null; readonly signal: string | null; readonly stderr: string };

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MEMORY_MB = 512;
/** Number of characters of stderr to keep: enough for the engine's message on a crash. */
const STDERR_TAIL = 8_192;

/** Runs the child process that imports a bundle until it reports or ends, then kills it. */
export async function runDescribeChild(options: DescribeChildOptions): Promise<DescribeEnd> {
  const { bundle, ready, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  signal?.throwIfAborted();
  ready?.catch(() => {
    // Thrown below; marked as handled here because it may reject before it is awaited.
  });
  await mkdir(dirname(bundle), { recursive: true });
  const file = join(await realpath(dirname(bundle)), basename(bundle));
  const child = forkChild(file, options);
  const { promise: ended, resolve, reject } = Promise.withResolvers<DescribeEnd>();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  // An import in an endless loop handles no events, so this process kills it on exit.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  watchChild(child, resolve, reject);
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([ready, ended]);
    timer = setTimeout(() => resolve({ type: 'timed-out', timeoutMs }), timeoutMs);
    child.send(file, () => {
      // A failure to send means that the child process has ended, which 'close' reports in more detail.
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
  child.once('message', (message) => {
    const report = parseDescribeReport(message);
    resolve(report === null ? { type: 'garbled' } : { type: 'reported', report });
  });
  child.once('error', reject);
  // 'close' comes after the last byte of stderr, 'exit' may come before.
  child.once('close', (code, signal) => resolve({ type: 'died', code, signal, stderr }));
}

function forkChild(file: string, { childScript, memoryMb = DEFAULT_MEMORY_MB }: DescribeChildOptions): ChildProcess {
  const script = fileURLToPath(childScript);
  // From source, the script imports files of other floors; built, it is in one folder.
  const folders = [dirname(file), join(dirname(script), script.endsWith('.ts') ? '../..' : '.')];
  return fork(script, {
    execArgv: [
      `--max-old-space-size=${memoryMb}`,
      '--permission',
      ...folders.map((folder) => `--allow-fs-read=${folder}`),
      // Without this flag, Node 25 and later deny network access.
      ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
    ],
    env: scrubbedEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** Variables that the platform needs to start a process and to format dates and text; none of the author's. */
function scrubbedEnvironment(): NodeJS.ProcessEnv {
  const inherited = ['SYSTEMROOT', 'WINDIR', 'TZ', 'LANG', 'LC_ALL'];
  return Object.fromEntries(
    inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
