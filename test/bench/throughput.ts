import { createDatabase } from '../helpers/postgres.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { createBenchProject } from './bench-project.ts';
import { addVariants, type FilledDatabase, fillPostgres, fillSqlite } from './fill-variants.ts';
import { forkHelper } from './fork-helper.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { median } from './median.ts';
import type { LoadOrder } from './route-load.ts';
import { type BenchRow, showMs } from './rows.ts';
import { type ServedWorkflow, serveHelloWorld } from './serve-hello-world.ts';

const ROUNDS = 7;
const TOGETHER = { connections: 32, calls: 2000 };
const ALONE = { connections: 1, calls: 10, percentile: 50 };
const PAGE = 500;

/** Budgets of ten variants' lists in answers per second, and of 5,000 variants' in milliseconds. */
const [RATE, WHOLE_MS] = [3000, 150];

/** Lists of ten and of 5,000 variants by one `wf serve`, on either database. */
export async function benchThroughput(): Promise<BenchRow[]> {
  await using stack = new AsyncDisposableStack();
  const project = stack.use(await createBenchProject(HELLO_WORLD));
  const postgres = stack.use(await startPostgresServer());
  const { url } = stack.use(await createDatabase(postgres.url));
  const own = await serveHelloWorld(stack, project, '--data-dir', '../sqlite');
  const shared = await serveHelloWorld(stack, project, '--database-url', url);
  const load = stack.use(await forkHelper('route-load.ts'));
  const databases = [fillSqlite(project.path('../sqlite/wf.db')), await fillPostgres(url)];
  await fillBoth(databases, [own, shared], 9);
  const bare = stack.use(await forkHelper('bytes-server.ts', await readList(own)));
  const bareOrder = { ...TOGETHER, port: bare.port, method: 'GET', path: '/', headers: {}, body: '' };
  const rates = [listOf(own, TOGETHER), listOf(shared, TOGETHER), bareOrder];
  const [ten = 0, tenShared = 0, tenBare = 0] = await measure(load, rates);
  await fillBoth(databases, [own, shared], 4990);
  const page = `?limit=${PAGE}`;
  const [whole = 0, wholeShared = 0, first = 0, firstShared = 0] = await measure(load, [
    listOf(own, ALONE),
    listOf(shared, ALONE),
    listOf(own, ALONE, page),
    listOf(shared, ALONE, page),
  ]);
  for (const { close } of databases) await close();
  return [
    toRate('SQLite', ten, tenBare),
    toRate('PostgreSQL', tenShared, tenBare),
    toTime('5,000 variants in one answer, SQLite', whole),
    toTime('5,000 variants in one answer, PostgreSQL', wholeShared),
    toTime(`a page of ${PAGE} of 5,000 variants, SQLite`, first),
    toTime(`a page of ${PAGE} of 5,000 variants, PostgreSQL`, firstShared),
  ];
}

async function fillBoth(
  databases: readonly FilledDatabase[],
  services: readonly ServedWorkflow[],
  variants: number,
): Promise<void> {
  for (const [index, database] of databases.entries()) {
    await addVariants(database, services[index]?.appId ?? '', { variants, revisions: 10 });
    await database.fill('analyze');
  }
}

function listOf({ port, appId, headers }: ServedWorkflow, load: typeof ALONE | typeof TOGETHER, query = ''): LoadOrder {
  return { ...load, port, headers, method: 'GET', path: `/apps/${appId}/variants${query}`, body: '' };
}

async function readList({ port, appId, headers }: ServedWorkflow): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/apps/${appId}/variants`, { headers });
  return await answer.text();
}

interface Asked {
  ask(question: unknown): Promise<number>;
}

/** Milliseconds of each: medians of runs in turn. */
async function measure(load: Asked, orders: readonly LoadOrder[]): Promise<number[]> {
  const times = orders.map((): number[] => []);
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [index, order] of orders.entries()) {
      const ms = await load.ask(order);
      if (round >= 0) times[index]?.push(ms);
    }
  }
  return times.map((each) => median(each));
}

function toRate(database: string, ms: number, bareMs: number): BenchRow {
  const perSecond = (TOGETHER.calls / ms) * 1000;
  const barePerSecond = (TOGETHER.calls / bareMs) * 1000;
  return {
    what: `\`GET /apps/{app_id}/variants\` of ten variants, 32 connections, ${database}`,
    value: `${perSecond.toFixed(0)} answers per second`,
    comparison: `the same bytes from bare \`node:http\`, ${barePerSecond.toFixed(0)}`,
    ratio: perSecond / barePerSecond,
    budget: `≥ ${RATE.toLocaleString('en-US')} answers per second`,
    isWithin: perSecond >= RATE,
  };
}

function toTime(what: string, ms: number): BenchRow {
  const budget = `≤ ${WHOLE_MS} ms`;
  return { what, value: showMs(ms), comparison: '', ratio: null, budget, isWithin: ms <= WHOLE_MS };
}
