import { Miniflare } from 'miniflare';
import { readFile } from 'node:fs/promises';
import { createDatabase } from '../helpers/postgres.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { type BenchProject, createBenchProject } from './bench-project.ts';
import { forkHelper } from './fork-helper.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { median } from './median.ts';
import type { LoadOrder } from './route-load.ts';
import type { BenchRow } from './rows.ts';
import { runProcess } from './run-process.ts';
import { startWf } from './running-wf.ts';

const ROUNDS = 3;
const LOAD = { connections: 32, calls: 500 };
const BODY = { name: 'you' };

/** Answers per second of one `wf serve` process on either database, and of the same workflow on workerd. */
export async function benchThroughput(): Promise<BenchRow[]> {
  await using stack = new AsyncDisposableStack();
  const project = stack.use(await createBenchProject(HELLO_WORLD));
  const postgres = stack.use(await startPostgresServer());
  const database = stack.use(await createDatabase(postgres.url));
  const sqlite = await serve(stack, project, '--data-dir', '../sqlite');
  const shared = await serve(stack, project, '--database-url', database.url);
  const worker = await startWorker(stack, project);
  const load = stack.use(await forkHelper('route-load.ts'));
  const rates = await measure(load, [sqlite.list, shared.list, sqlite.run, shared.run, worker]);
  const [listed = 0, listedShared = 0, ran = 0, ranShared = 0, onWorker = 0] = rates;
  const list = '`GET /apps/{app_id}/variants` by one `wf serve`, 32 connections';
  const run = '`POST /run/x` of a deployed route by one `wf serve`, 32 connections';
  return [
    toRow(`${list}, PostgreSQL`, listedShared, `SQLite ${show(listed)}`, listedShared / listed),
    toRow(`${run}, PostgreSQL`, ranShared, `SQLite ${show(ran)}`, ranShared / ran),
    toRow(`${run}, SQLite`, ran, `the same workflow on workerd ${show(onWorker)}`, ran / onWorker),
  ];
}

interface Orders {
  readonly list: LoadOrder;
  readonly run: LoadOrder;
}

async function serve(stack: AsyncDisposableStack, project: BenchProject, ...flags: readonly string[]): Promise<Orders> {
  const running = stack.use(await startWf(project, 'serve', '--port', '0', ...flags));
  const { stdout } = await runProcess(project.wf('deploy', '--json', '--base-url', running.url));
  // Printed by `wf deploy --json` for a service with an address.
  const { deployment } = JSON.parse(stdout) as { deployment: { uri: string } };
  const { port, pathname } = new URL(deployment.uri);
  const appId = pathname.split('/')[2] ?? '';
  const shared = { ...LOAD, port: Number(port), headers: { authorization: `ApiKey ${running.key}` } };
  return {
    list: { ...shared, method: 'GET', path: `/apps/${appId}/variants`, body: '' },
    run: { ...shared, path: `${pathname}/run`, body: JSON.stringify({ ...BODY, config: 'default' }) },
  };
}

async function startWorker(stack: AsyncDisposableStack, project: BenchProject): Promise<LoadOrder> {
  await runProcess(project.wf('build', '--target', 'cloudflare', '--output', '../worker'));
  const dir = project.path('../worker');
  const text = await readFile(`${dir}/wrangler.json`, 'utf8');
  // Just written by the build.
  const config = JSON.parse(text) as { main: string; compatibility_date: string; compatibility_flags: string[] };
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: `${dir}/${config.main}` }],
    modulesRoot: dir,
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags,
  });
  stack.defer(() => miniflare.dispose());
  const { port } = await miniflare.ready;
  return { ...LOAD, port: Number(port), path: '/run', headers: {}, body: JSON.stringify(BODY) };
}

interface Asked {
  ask(question: unknown): Promise<number>;
}

/** Answers per second of each: medians of runs in turn. */
async function measure(load: Asked, orders: readonly LoadOrder[]): Promise<number[]> {
  const times = orders.map((): number[] => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, order] of orders.entries()) {
      const ms = await load.ask(order);
      if (round >= 0) times[index]?.push(ms);
    }
  }
  return times.map((each) => (LOAD.calls / median(each)) * 1000);
}

function show(perSecond: number): string {
  return `${perSecond.toFixed(0)} answers per second`;
}

function toRow(what: string, own: number, comparison: string, ratio: number): BenchRow {
  return { what, value: show(own), comparison, ratio, budget: '', isWithin: null };
}
