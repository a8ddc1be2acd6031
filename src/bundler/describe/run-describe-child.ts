import type { ChildProcess } from 'node:child_process';
import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onAbort } from '../../foundation/abort.ts';
import { type DescribeReport, type DescribeRequest, parseDescribeReport, readReport } from './describe-report.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { listLinked } from '../../foundation/working-folder.ts';
import { type HeldProcess, killHeld, startHeld, toHeldEnding } from '../../sandbox/held-process.ts';

export interface DescribeChildOptions {
  /** Absolute path of `workflow.mjs`; its source map is in the same folder. */
  readonly bundle: string;
  /** Confines the process that runs the bundle. @defaultValue the strongest that this machine has */
  readonly sandbox?: Sandbox;
  /** Script that imports the bundle: `describe-child`. */
  readonly childScript: URL;
  /** Time limit in milliseconds, above 0. @defaultValue 10000 */
  readonly timeoutMs?: number;
  /** Maximum heap size of the import, in MiB, above 0. @defaultValue 512 */
  readonly memoryMb?: number;
  /** Environment variables of the import. @defaultValue none of the author's */
  readonly variables?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Folder with the packages that the bundle imports, whose native code it may load. @defaultValue there are none */
  readonly packages?: string | null;
  /**
   * Settles when the bundle is written; omitted if it exists already. The process starts up in the meantime, and the
   * time limit begins when this settles.
   */
  readonly ready?: Promise<unknown>;
  /** What to do with the bundle. @defaultValue `describe` */
  readonly task?: DescribeRequest['task'];
}

/** How the child process ended: with a report, killed by us, or on its own. */
export type DescribeEnd =
  | { readonly type: 'reported'; readonly report: DescribeReport }
  | { readonly type: 'garbled' }
  | { readonly type: 'timed-out'; readonly timeoutMs: number }
  | { readonly type: 'died'; readonly code: number | null; readonly signal: string | null; readonly stderr: string };

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MEMORY_MB = 512;
/** Memory for code, stacks and buffers, in addition to the heap. */
const NON_HEAP_MB = 256;
/** Number of characters of stderr to keep: enough for the engine's message on a crash. */
const STDERR_TAIL = 8_192;

/** Runs the child process that imports a bundle until it reports or ends, then kills it. */
export async function runDescribeChild(options: DescribeChildOptions): Promise<DescribeEnd> {
  const { bundle, ready, signal } = options;
  signal?.throwIfAborted();
  ready?.catch(() => {
    // Thrown below; marked as handled here because it may reject before it is awaited.
  });
  await mkdir(dirname(bundle), { recursive: true });
  const file = join(await realpath(dirname(bundle)), basename(bundle));
  // Most builds carry the files of the last one: their process need not wait for the bundle.
  return (await describeWith(listLinked(dirname(file)), file, options)) ?? (await runDescribeChild(options));
}

/** @returns `null` when the bundle carries other files than were linked */
async function describeWith(
  linked: readonly string[],
  file: string,
  options: DescribeChildOptions,
): Promise<DescribeEnd | null> {
  const { ready, timeoutMs = DEFAULT_TIMEOUT_MS, signal, task = 'describe' } = options;
  const { child, channel } = await startChild(file, linked, options);
  if (signal?.aborted === true) killHeld(child);
  signal?.throwIfAborted();
  const { promise: ended, resolve, reject } = Promise.withResolvers<DescribeEnd>();
  using _listening = onAbort(signal, () => reject(signal?.reason));
  // An import in an endless loop handles no events, so this process kills it on exit.
  const kill = () => killHeld(child);
  process.once('exit', kill);
  watchChild(child, channel, resolve, reject);
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([ready, ended]);
    if (listLinked(dirname(file)).join('\n') !== linked.join('\n')) return null;
    timer = setTimeout(() => resolve({ type: 'timed-out', timeoutMs }), timeoutMs);
    const request: DescribeRequest = { file, task };
    if (channel.writable) channel.write(`${JSON.stringify(request)}\n`);
    return await ended;
  } finally {
    clearTimeout(timer);
    process.removeListener('exit', kill);
    kill();
    // Until the process has ended, its channel would keep ours running.
    channel.destroy();
  }
}

function watchChild(
  child: ChildProcess,
  channel: Duplex,
  resolve: (end: DescribeEnd) => void,
  reject: (error: Error) => void,
): void {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-STDERR_TAIL)));
  void readReport(channel).then((message) => {
    const report = parseDescribeReport(message);
    resolve(report === null ? { type: 'garbled' } : { type: 'reported', report });
  });
  child.once('error', reject);
  // 'close' comes after the last byte of stderr, 'exit' may come before.
  child.once('close', (...end: [number | null, string | null]) =>
    resolve({ type: 'died', ...toHeldEnding(...end), stderr }),
  );
}

async function startChild(
  file: string,
  linked: readonly string[],
  options: DescribeChildOptions,
): Promise<HeldProcess> {
  const { sandbox = createSandbox(), childScript, memoryMb = DEFAULT_MEMORY_MB, packages = null } = options;
  const script = fileURLToPath(childScript);
  // From source, the script imports files of other floors; built, it is in one folder.
  const code = join(dirname(script), script.endsWith('.ts') ? '../..' : '.');
  const launch = await sandbox.launch({
    flags: [`--max-old-space-size=${memoryMb}`],
    script,
    args: [],
    readable: [code, dirname(file), ...(packages === null ? [] : [packages])],
    linked,
    hasNativeCode: packages !== null,
    hasNetwork: false,
    memoryMb: memoryMb + NON_HEAP_MB,
    user: null,
  });
  const held = startHeld(launch, { ...options.variables, ...scrubbedEnvironment() });
  // Nobody reads it, and the process must not wait for a reader.
  held.child.stdout?.resume();
  return held;
}

/** Variables that the platform needs to start a process and to format dates and text; none of the author's. */
function scrubbedEnvironment(): Record<string, string> {
  const inherited = ['SYSTEMROOT', 'WINDIR', 'TZ', 'LANG', 'LC_ALL'];
  return Object.fromEntries(
    inherited.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
