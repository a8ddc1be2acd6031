import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundleWorkflow } from '../../src/bundler/bundle/bundle-workflow.ts';
import { yieldToOthers } from '../../src/sandbox/watch-process.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';
import { type ServedPeople, servePeople } from '../helpers/serve-people.ts';
import type { Attackers } from './attack.ts';
import { fillEvaluation } from './fill-evaluation.ts';
import { median, percentile } from './median.ts';
import { type BenchRow, showMs } from './rows.ts';

/** Time of the attack, in seconds; ten minutes unless given. */
const SECONDS = Number(process.env['WF_HOSTILE_SECONDS'] ?? 600);
const BUDGET_MS = 100;
const BUDGET_MB = 512;
/** As in docs/service. */
const ENVIRONMENT = { NODE_OPTIONS: '--max-semi-space-size=8' };
/** Rows whose outputs have 9 MB each. */
const LONG_ROWS = 66;

const FIXTURES = new URL('../fixtures/', import.meta.url);

/** What the third person's thread gets: its own event loop, which the attackers do not hold up. */
export interface ThirdPerson {
  readonly url: string;
  readonly key: string;
  /** Method and path. */
  readonly requests: readonly string[];
}

/** An author and a viewer attack the service, while somebody else uses it. */
export async function benchHostile(): Promise<BenchRow[]> {
  await using service = await servePeople([], ENVIRONMENT);
  const app = await deploy(service, 'own', await bundle('every-answer.ts'));
  const hostile = await deploy(service, 'hostile', await readFile(new URL('bundles/hostile.mjs', FIXTURES)));
  const key = String((await service.send('operator', 'POST', '/keys', { name: 'third', role: 'viewer' })).body);
  const third: ThirdPerson = {
    url: service.url,
    key,
    requests: ['GET /health', `GET /apps/${app}/environments`, `POST /services/${app}/default/run/variable`],
  };
  await use(third, delay(1000));
  const calm = await use(third, delay(5000));
  const attackers: Attackers = {
    url: service.url,
    keys: { author: service.keyOf('author'), viewer: service.keyOf('viewer') },
    hostileApp: hostile,
    longRows: `/evaluations/${storeLongRows(service)}/evaluation_scenarios`,
    seconds: SECONDS,
  };
  const busy = await use(third, attack(attackers));
  const peak = await readPeakMb(service.pid);
  const memory: BenchRow = {
    what: `peak memory of the service over ${SECONDS} s of attacks`,
    value: `${peak} MB`,
    comparison: '',
    ratio: null,
    budget: `≤ ${BUDGET_MB} MB`,
    isWithin: peak <= BUDGET_MB,
  };
  const answers = third.requests.map((request) => {
    const ms = percentile(busy[request] ?? [], 0.99);
    return {
      what: `${request.replace(app, '{app_id}')} of a third person, 99th percentile over ${SECONDS} s of attacks`,
      value: `${showMs(ms)}, median ${showMs(median(busy[request] ?? []))}`,
      comparison: `without attacks: ${showMs(percentile(calm[request] ?? [], 0.99))}`,
      ratio: null,
      budget: `≤ ${BUDGET_MS} ms`,
      isWithin: ms <= BUDGET_MS,
    };
  });
  return [...answers, memory];
}

/** Reads the most memory that a process has had, in MB. @source proc_pid_status(5), VmHWM */
async function readPeakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Builds a workflow of the tests, as `wf deploy` does. */
async function bundle(entry: string): Promise<Buffer> {
  const outDir = await mkdtemp(join(tmpdir(), 'wf-bench-'));
  const root = fileURLToPath(new URL('workflows', FIXTURES));
  const { code } = await bundleWorkflow({ root, entry, outDir, aliases: packagePaths().aliases });
  const bytes = await readFile(code);
  await rm(outDir, { recursive: true });
  return bytes;
}

/** Deploys a bundle to an app of its own. @returns the app's id */
async function deploy(service: ServedPeople, name: string, bytes: Buffer): Promise<string> {
  const artifact_sha256 = createHash('sha256').update(bytes).digest('hex');
  await service.sendBytes('author', 'PUT', `/artifacts/${artifact_sha256}`, bytes);
  const { body } = await service.send('author', 'POST', '/apps', { app_name: name });
  const { app_id } = body as { app_id: string }; // the answer of `POST /apps`
  const routes = [{ path: '/', name: 'generate', config: null, input: null, output: null, defaults: {} }];
  const deployment = { variant_name: 'default', artifact_sha256, routes, sdk_version: '0.1.0' };
  const deployed = await service.send('author', 'POST', `/apps/${app_id}/deployments`, deployment);
  if (deployed.status !== 200) throw new Error(JSON.stringify(deployed));
  return app_id;
}

/** Uses the service as a third person meanwhile. @returns the latencies by request */
async function use(third: ThirdPerson, until: Promise<unknown>): Promise<Record<string, number[]>> {
  const worker = new Worker(new URL('third-person.ts', import.meta.url), { workerData: third });
  await until;
  worker.postMessage('over', []);
  // Sent by third-person.ts.
  const [latencies] = (await once(worker, 'message')) as [Record<string, number[]>];
  return latencies;
}

/** Attacks from a process of its own, which lets all others go first, as if it were elsewhere. Tells how it was answered. */
async function attack(attackers: Attackers): Promise<void> {
  const child = fork(new URL('attack.ts', import.meta.url), { detached: true });
  yieldToOthers(child, true);
  child.send(attackers);
  const [counts] = (await once(child, 'message')) as [object]; // sent by attack.ts
  child.kill();
  process.stderr.write(`${JSON.stringify(counts)}\n`);
}

/** Stores an evaluation whose outputs have together more than half a gigabyte. @returns its id */
function storeLongRows({ dataFolder }: ServedPeople): string {
  using database = new DatabaseSync(join(dataFolder, 'wf.db'), { timeout: 10_000 });
  fillEvaluation(database, LONG_ROWS);
  const outputs = JSON.stringify([{ result: { type: 'text', value: 'x'.repeat(9_000_000) }, cost: 0, latency: 1 }]);
  database.prepare('update evaluation_outcomes set outputs = ?').run(outputs);
  database.exec('pragma wal_checkpoint(truncate)');
  return 'bench';
}
