import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWarning, type BuildWarning } from '../../foundation/build-warning.ts';
import { addCommand } from '../build/to-build-error.ts';
import { explainWorkerStart } from './explain-worker-start.ts';
import { findWorkerd } from './find-workerd.ts';
import type { StartOptions } from './target.ts';

interface WorkerSettings {
  readonly main: string;
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
}

/** Loading takes a Worker a moment; Cloudflare allows a second. */
const LIMIT_MS = 30_000;
/** Number of characters of stderr to keep. */
const STDERR_TAIL = 16_384;

/**
 * Loads a Worker in the project's workerd, without a network. It is code of the project that runs as this user, who
 * trusts the folder.
 *
 * @returns a warning where the project has no workerd
 * @throws {WF_BUILD_FAILED} when the Worker does not start
 */
export async function startWorker(settings: WorkerSettings, options: StartOptions): Promise<BuildWarning[]> {
  const [program] = await Promise.all([findWorkerd(options.root), options.ready]);
  if (program === null) return [notStarted(options.root)];
  const folder = await mkdtemp(join(tmpdir(), 'wf-worker-'));
  try {
    const files = await options.ready;
    const modules = [...files].filter(([path]) => /\.(?:mjs|wasm)$/.test(path));
    for (const [path, bytes] of modules) await writeFile(join(folder, path), bytes);
    const names = modules.map(([path]) => path);
    const config = toConfig(settings, names, Object.keys(options.variables));
    await writeFile(join(folder, 'worker.capnp'), config);
    const problem = await run(program, folder, options.variables);
    if (problem !== null) throw await explainWorkerStart(problem, { root: options.root, files });
    return [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function notStarted(root: string): BuildWarning {
  const message = `The Worker was not started, because the project has no workerd. To see whether it starts: ${addCommand(root, 'workerd')}`;
  return buildWarning('WF_TARGET_NOT_STARTED', message, { package: 'workerd' });
}

/** @returns what workerd wrote about a failure; `null`: the Worker has started */
async function run(program: string, cwd: string, variables: Readonly<Record<string, string>>): Promise<string | null> {
  const child = spawn(program, ['serve', 'worker.capnp', '--control-fd=3'], {
    cwd,
    env: { ...variables },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const timer = setTimeout(kill, LIMIT_MS);
  try {
    return await watch(child);
  } finally {
    clearTimeout(timer);
    process.removeListener('exit', kill);
    kill();
  }
}

async function watch(child: ChildProcess): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-STDERR_TAIL)));
  // It writes there once it listens, which it does after the Worker was loaded.
  child.stdio[3]?.once('data', () => resolve(null));
  child.once('error', reject);
  child.once('close', (_, signal) =>
    resolve(signal === null ? stderr : `It does not finish loading within ${LIMIT_MS / 1000} seconds.`),
  );
  return await promise;
}

/** @source workerd, `workerd.capnp` */
function toConfig(
  { main, compatibilityDate, compatibilityFlags }: WorkerSettings,
  modules: readonly string[],
  variables: readonly string[],
): string {
  const text = (value: string) => JSON.stringify(value);
  const kindOf = (name: string) => (name.endsWith('.wasm') ? 'wasm' : 'esModule');
  // The first module is the main one.
  const sorted = [main, ...modules.filter((name) => name !== main)];
  return [
    'using Workerd = import "/workerd/workerd.capnp";',
    'const config :Workerd.Config = (',
    '  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = []))],',
    '  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],',
    ');',
    'const worker :Workerd.Worker = (',
    `  modules = [${sorted.map((name) => `(name = ${text(name)}, ${kindOf(name)} = embed ${text(name)})`).join(', ')}],`,
    // Their values stay out of files.
    `  bindings = [${variables.map((name) => `(name = ${text(name)}, fromEnvironment = ${text(name)})`).join(', ')}],`,
    `  compatibilityDate = ${text(compatibilityDate)},`,
    `  compatibilityFlags = [${compatibilityFlags.map(text).join(', ')}],`,
    ');',
  ].join('\n');
}
