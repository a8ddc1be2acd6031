import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeKey } from '../../src/service/keys/find-principal.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import { type BenchProject, createBenchProject } from '../bench/bench-project.ts';
import { runProcess } from '../bench/run-process.ts';
import { findFreePorts } from './free-ports.ts';
import { bareEnv, WF } from './run-wf.ts';

/** Returns its input, and reports a cost of a tenth of a cent. */
const WORKFLOW = `
import { recordUsage, route } from 'wfkit';
import * as z from 'zod';

const input = z.object({ text: z.string() });

export const echo = route('/echo', { input }, async ({ input }) => {
  recordUsage({ model: 'none', input_tokens: 1, output_tokens: 1, cost: 0.001 });
  return input.text;
});
`;

/** A process of the program that is restarted when it exits. */
export interface FleetMember {
  /** Kills it like a crash and restarts it. */
  readonly crash: () => Promise<void>;
  /** Stops it like a hanging machine; the returned function continues it. */
  readonly hang: () => () => void;
  /** Sends SIGTERM and waits until it has exited. */
  readonly stop: () => Promise<void>;
}

/** Replicas and workers over one database. */
export interface Fleet extends AsyncDisposable {
  readonly urls: readonly string[];
  readonly replicas: readonly FleetMember[];
  readonly workers: readonly FleetMember[];
  /** The project that was deployed. */
  readonly project: BenchProject;
  /** Unexpected failures of the replicas. */
  readonly readFailures: () => string[];
  readonly key: string;
  readonly appId: string;
  readonly variantId: string;
}

export interface StartFleetOptions {
  readonly databaseUrl: string;
  readonly replicas: number;
  readonly workers: number;
  /** Chunks at a time of each worker. @defaultValue 2 */
  readonly concurrency?: number;
  /** The deployed workflow. @defaultValue a route that returns its input */
  readonly workflow?: string;
}

const SECRET = '0'.repeat(64);

/** Starts replicas and workers of the built program, and deploys a workflow. */
export async function startFleet(options: StartFleetOptions): Promise<Fleet> {
  const stack = new AsyncDisposableStack();
  try {
    return await start(options, stack);
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function start(
  { databaseUrl, replicas, workers, concurrency = 2, workflow = WORKFLOW }: StartFleetOptions,
  stack: AsyncDisposableStack,
): Promise<Fleet> {
  const project = stack.use(await createBenchProject(workflow));
  const ports = await findFreePorts(replicas);
  const run = (name: string, words: readonly string[], nodeArgs: readonly string[] = []): FleetMember => {
    return stack.use(startMember(project.path(`../${name}`), [...nodeArgs, WF, ...words]));
  };
  const database = ['--database-url', databaseUrl];
  const serving = ports.map((port, index) => run(`replica-${index}`, ['serve', '--port', String(port), ...database]));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  for (const url of urls) await untilReady(url);
  const share = ['--concurrency', String(concurrency)];
  const working = Array.from({ length: workers }, (_, index) =>
    // The clock of one of them is wrong.
    run(`worker-${index}`, ['worker', ...database, ...share], index === 1 ? ['--import', AHEAD] : []),
  );
  const key = await makeOperatorKey(databaseUrl);
  const { appId, variantId } = await deploy(project, urls[0] ?? '', key);
  return {
    urls,
    replicas: serving,
    workers: working,
    project,
    readFailures: () => ports.flatMap((_, index) => failuresIn(project.path(`../replica-${index}.log`))),
    key,
    appId,
    variantId,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const AHEAD = resolve(import.meta.dirname, '../fixtures/ten-minutes-ahead.ts');

/** Each has its own folder, as on its own machine. */
function startMember(folder: string, args: readonly string[]): FleetMember & AsyncDisposable {
  mkdirSync(folder);
  const log = createWriteStream(`${folder}.log`, { flags: 'a' });
  const env = { ...bareEnv(folder), WF_SECRET_KEY: SECRET };
  let child: ChildProcess;
  let restart: NodeJS.Timeout | undefined;
  let isStopped = false;
  const begin = (): void => {
    const begun = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    begun.stderr.pipe(log, { end: false });
    // Retries a failed start, as a supervisor would, since the database may be down.
    begun.once('exit', () => {
      if (!isStopped) restart = setTimeout(begin, RESTART_DELAY_MS);
    });
    child = begun;
  };
  const stop = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    isStopped = true;
    clearTimeout(restart);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  begin();
  return {
    crash: async () => {
      await stop('SIGKILL');
      isStopped = false;
      begin();
    },
    hang: () => {
      child.kill('SIGSTOP');
      return () => void child.kill('SIGCONT');
    },
    stop: () => stop('SIGTERM'),
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL');
      log.end();
    },
  };
}

const RESTART_DELAY_MS = 500;

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 6000; attempt += 1) {
    const status = await fetch(`${url}/health/ready`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} is not ready after ten minutes.`);
}

function failuresIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.includes('"event":"failure"') && line.includes('\\n    at '));
}

async function makeOperatorKey(url: string): Promise<string> {
  await using store = await openStore({ url });
  return await makeKey(store.db, {
    name: 'fleet',
    role: 'operator',
    expiresAt: null,
    now: new Date().toISOString(),
  });
}

async function deploy(project: BenchProject, url: string, key: string) {
  const command = project.wf('deploy', '--base-url', url, '--json');
  const { stdout } = await runProcess({ ...command, env: { ...command.env, WF_API_KEY: key } });
  // What `wf deploy --json` prints.
  const { app, deployment } = JSON.parse(stdout) as {
    app: { id: string };
    deployment: { variant_id: string };
  };
  return { appId: app.id, variantId: deployment.variant_id };
}
