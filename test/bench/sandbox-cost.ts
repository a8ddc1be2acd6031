import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SANDBOX_KINDS, type SandboxKind } from '../../src/sandbox/sandbox-kind.ts';
import { HIDDEN_FOR, hidePrograms } from '../helpers/hide-programs.ts';
import { type BenchProject, createBenchProject } from './bench-project.ts';
import { forkHelper } from './fork-helper.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { median } from './median.ts';
import { readCpuTime } from './read-cpu-time.ts';
import { type BenchRow, showMs } from './rows.ts';
import { runProcess } from './run-process.ts';
import { type RunningWf, startWf } from './running-wf.ts';

/** Many short rounds: a pair of them sees the same load of other programs. */
const WARM_ROUNDS = 151;
const COLD_ROUNDS = 41;
/** Concurrent calls, and calls per round. */
const LOADS = [
  { connections: 1, calls: 80 },
  { connections: 32, calls: 640 },
];
const MAX_WARM = 1.05;
const MAX_COLD_MS = 30;

/** Calls of a deployed route through `wf serve` in each sandbox, compared with Node's permission model alone. */
export async function benchSandboxCost(): Promise<BenchRow[]> {
  await using project = await createBenchProject(HELLO_WORLD);
  await using stack = new AsyncDisposableStack();
  const served = new Map<string, Served>();
  for (const kind of SANDBOX_KINDS) served.set(kind, await serve(project, kind, stack));
  const bare = served.get('permission-model');
  if (bare === undefined) throw new Error('The comparison is not served.');
  served.delete('permission-model');
  const rows: BenchRow[] = [];
  for (const [kind, held] of served)
    rows.push(...(await measureWarm(kind, held, bare)), await measureCold(kind, held, bare));
  return rows;
}

/** A service whose bundles one kind of sandbox holds. */
interface Served {
  readonly running: RunningWf;
  readonly appId: string;
  /** Address of its routes. */
  readonly uri: string;
  /** Schemas of its routes, as they are deployed. */
  readonly routes: unknown;
  readonly bundle: Buffer;
}

/** @throws when another kind holds its bundles */
async function serve(project: BenchProject, kind: SandboxKind, stack: AsyncDisposableStack): Promise<Served> {
  const { command, args, ...rest } = project.wf('serve', '--port', '0', '--data-dir', `../served-${kind}`);
  const [program = command, ...words] = [...hidePrograms(HIDDEN_FOR[kind], null), command, ...args];
  const hidden = { ...project, wf: () => ({ ...rest, command: program, args: [...words, '--json'] }) };
  const running = stack.use(await startWf(hidden, 'serve'));
  const health = (await (await fetch(`${running.url}/health`)).json()) as { sandbox: string };
  if (health.sandbox !== kind) throw new Error(`${health.sandbox} holds the bundles instead of ${kind}.`);
  const { stdout } = await runProcess(project.wf('deploy', '--json', '--base-url', running.url));
  // Printed by `wf deploy --json` for a service with an address.
  const { deployment } = JSON.parse(stdout) as { deployment: { uri: string } };
  // The service has one app.
  const [app] = (await get(running, '/apps')) as [{ app_id: string }];
  const routes = await get(running, `/apps/${app.app_id}/routes`);
  const bundle = await readFile(project.path('.wf/build/workflow.mjs'));
  return { running, appId: app.app_id, uri: deployment.uri, routes, bundle };
}

/** Latency and processor time of warm calls: only the latter is the same on a busy machine. */
async function measureWarm(kind: string, held: Served, bare: Served): Promise<BenchRow[]> {
  await using load = await forkHelper('route-load.ts');
  const rows: BenchRow[] = [];
  for (const each of LOADS) {
    const pairs = await measurePairs(WARM_ROUNDS, held, bare, async ({ running, ...served }) => {
      const before = readCpuTime(running.pid);
      const ms = await load.ask({ ...orderOf({ running, ...served }), ...each });
      return { ms: ms / each.calls, cpuMs: (readCpuTime(running.pid) - before) / each.calls };
    });
    const at = each.connections === 1 ? 'one connection' : `${each.connections} connections`;
    const what = `a warm call of a route held by ${kind}, ${at}`;
    const cpu = `${what}: processor time of service and bundle`;
    rows.push(
      toWarmRow(what, pairs, ({ ms }) => ms),
      toWarmRow(cpu, pairs, ({ cpuMs }) => cpuMs),
    );
  }
  return rows;
}

function toWarmRow<T>(what: string, pairs: readonly Pair<T>[], pick: (measured: T) => number): BenchRow {
  const ratio = median(pairs.map(({ held, bare }) => pick(held) / pick(bare)));
  return {
    what,
    value: showMs(median(pairs.map(({ held }) => pick(held)))),
    comparison: `held by Node alone ${showMs(median(pairs.map(({ bare }) => pick(bare))))}`,
    ratio,
    budget: `≤ ${MAX_WARM}`,
    isWithin: ratio <= MAX_WARM,
  };
}

interface Pair<T> {
  readonly held: T;
  readonly bare: T;
}

/** Measures both in neighbouring rounds; neither is always the first. */
async function measurePairs<T>(
  rounds: number,
  held: Served,
  bare: Served,
  measure: (served: Served) => Promise<T>,
): Promise<Pair<T>[]> {
  const pairs: Pair<T>[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const first = round % 2 === 0 ? await measure(held) : null;
    const other = await measure(bare);
    const pair = { held: first ?? (await measure(held)), bare: other };
    if (round >= 0) pairs.push(pair);
  }
  return pairs;
}

function orderOf({ running, uri }: Served) {
  const { port, pathname } = new URL(uri);
  const headers = { authorization: `ApiKey ${running.key}` };
  return { port: Number(port), path: `${pathname}/run`, headers, body: CALL };
}

const CALL = JSON.stringify({ name: 'you', config: 'default' });

/** Times the first call of new code, which starts its process. */
async function measureCold(kind: string, held: Served, bare: Served): Promise<BenchRow> {
  const pairs = await measurePairs(COLD_ROUNDS, held, bare, async (served) => {
    await deployNewCode(served);
    const startedAt = performance.now();
    await callOnce(served);
    return performance.now() - startedAt;
  });
  const more = median(pairs.map((pair) => pair.held - pair.bare));
  return {
    what: `the first call of a route held by ${kind}, which starts its process`,
    value: `${showMs(median(pairs.map((pair) => pair.held)))}, ${showMs(more)} more`,
    comparison: `held by Node alone ${showMs(median(pairs.map((pair) => pair.bare)))}`,
    ratio: median(pairs.map((pair) => pair.held / pair.bare)),
    budget: `≤ ${MAX_COLD_MS} ms more`,
    isWithin: more <= MAX_COLD_MS,
  };
}

let editions = 0;

async function deployNewCode({ running, appId, routes, bundle }: Served): Promise<void> {
  const bytes = Buffer.concat([bundle, Buffer.from(`\n// Edition ${(editions += 1)}.\n`)]);
  const artifact_sha256 = createHash('sha256').update(bytes).digest('hex');
  await send(running, 'PUT', `/artifacts/${artifact_sha256}`, bytes, 'application/javascript');
  const body = { variant_name: 'default', artifact_sha256, routes, sdk_version: '0.1.0' };
  await send(running, 'POST', `/apps/${appId}/deployments`, JSON.stringify(body));
}

async function callOnce({ running, uri }: Served): Promise<void> {
  await send(running, 'POST', `${new URL(uri).pathname}/run`, CALL);
}

async function get({ url, key }: RunningWf, path: string): Promise<unknown> {
  return await (await fetch(`${url}${path}`, { headers: { authorization: `ApiKey ${key}` } })).json();
}

async function send(
  { url, key }: RunningWf,
  method: string,
  path: string,
  body: BodyInit,
  type = 'application/json',
): Promise<void> {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': type };
  const response = await fetch(`${url}${path}`, { method, headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
}
