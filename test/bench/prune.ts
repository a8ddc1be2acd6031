import { stat } from 'node:fs/promises';
import { fillPrunable } from '../helpers/fill-prunable.ts';
import { createDatabase } from '../helpers/postgres.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { type BenchProject, createBenchProject } from './bench-project.ts';
import { type FilledDatabase, fillPostgres, fillSqlite } from './fill-variants.ts';
import { forkHelper } from './fork-helper.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { median } from './median.ts';
import { type BenchRow, showMs } from './rows.ts';
import { runProcess } from './run-process.ts';
import { type ServedWorkflow, serveHelloWorld } from './serve-hello-world.ts';

/** Each row of an evaluation is a row of four tables: a million rows. */
const SIZES = { evaluations: 50, rows: Number(process.env['WF_BENCH_PRUNED'] ?? 1_000_000) / 4 / 50 };
const TOGETHER = { connections: 8, calls: 1000 };
const ROUNDS_ALONE = 8;
const MIN_RATE = 0.8;

/** Calls of a deployed route while a million rows are pruned, compared with calls before and after. */
export async function benchPruneSqlite(): Promise<BenchRow[]> {
  await using stack = new AsyncDisposableStack();
  const project = stack.use(await createBenchProject(HELLO_WORLD));
  const served = await serveHelloWorld(stack, project, '--data-dir', '../sqlite');
  const file = project.path('../sqlite/wf.db');
  const sizeOf = async () => (await stat(file)).size + (await stat(`${file}-wal`)).size;
  return await measurePrune({ project, served, sizeOf, database: fillSqlite(file), name: 'SQLite' });
}

/** The same on PostgreSQL. */
export async function benchPrunePostgres(): Promise<BenchRow[]> {
  await using stack = new AsyncDisposableStack();
  const project = stack.use(await createBenchProject(HELLO_WORLD));
  const server = stack.use(await startPostgresServer());
  const { url } = stack.use(await createDatabase(server.url));
  const served = await serveHelloWorld(stack, project, '--database-url', url);
  const database = await fillPostgres(url);
  return await measurePrune({ project, served, database, name: 'PostgreSQL', sizeOf: null });
}

interface PruneBench {
  readonly project: BenchProject;
  readonly served: ServedWorkflow;
  readonly database: FilledDatabase;
  readonly name: string;
  /** Size of the database's file; `null`: it has none of its own. */
  readonly sizeOf: (() => Promise<number>) | null;
}

async function measurePrune({ project, served, database, name, sizeOf }: PruneBench): Promise<BenchRow[]> {
  const old = { appId: served.appId, name: 'old', endedAt: '2020-01-01T00:00:00.000Z', ...SIZES };
  for (const statement of fillPrunable(old)) await database.fill(statement);
  await database.fill('analyze');
  await database.close();
  const full = (await sizeOf?.()) ?? 0;
  await using load = await forkHelper('route-load.ts');
  const { port, path, headers, body } = served;
  const ask = async () => (TOGETHER.calls / (await load.ask({ port, path, headers, body, ...TOGETHER }))) * 1000;
  const alone: number[] = [];
  const meanwhile: number[] = [];
  for (let round = -2; round < ROUNDS_ALONE; round += 1) {
    const rate = await ask();
    if (round >= 0) alone.push(rate);
  }
  const started = performance.now();
  const ended = new AbortController();
  const url = `http://127.0.0.1:${port}`;
  const pruning = runProcess(project.wf('prune', '--older-than', '30d', '--yes', '--json', '--base-url', url)).finally(
    () => ended.abort(),
  );
  while (!ended.signal.aborted) meanwhile.push(await ask());
  const seconds = (performance.now() - started) / 1000;
  const { kinds } = JSON.parse((await pruning).stdout) as { kinds: { kind: string; count: number }[] };
  for (let round = 0; round < ROUNDS_ALONE; round += 1) alone.push(await ask());
  const left = (await sizeOf?.()) ?? 0;
  const counts = kinds.map(({ kind, count }) => `${count.toLocaleString('en-US')} ${kind}`).join(', ');
  const ratio = median(meanwhile) / median(alone);
  const row: BenchRow = {
    what: `calls of a deployed route, 8 connections, while ${counts} with their rows are pruned, ${name}`,
    value: `${median(meanwhile).toFixed(0)} calls per second, for ${showMs(seconds * 1000)}`,
    comparison: `before and after ${median(alone).toFixed(0)}`,
    ratio,
    budget: `≥ ${MIN_RATE}`,
    isWithin: ratio >= MIN_RATE,
  };
  if (sizeOf === null) return [row];
  const toMb = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
  const size = {
    value: toMb(left),
    comparison: `before ${toMb(full)}`,
    ratio: left / full,
    budget: '',
    isWithin: null,
  };
  return [row, { what: `the file and its log after that prune, ${name}`, ...size }];
}
