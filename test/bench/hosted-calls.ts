import { createDatabase } from '../helpers/postgres.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { type BenchProject, createBenchProject } from './bench-project.ts';
import { addVariants, type FilledDatabase, fillPostgres, fillSqlite } from './fill-variants.ts';
import { forkHelper } from './fork-helper.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { type CallFigures, judgeHostedCalls } from './judge-hosted-calls.ts';
import { median } from './median.ts';
import type { LoadOrder } from './route-load.ts';
import type { BenchRow } from './rows.ts';
import { HELLO, type ServedWorkflow, serveHelloWorld } from './serve-hello-world.ts';
import { startWorkerd } from './start-workerd.ts';

const ROUNDS = 7;
const ALONE = { connections: 1, calls: 200, percentile: 50 };
const TOGETHER = { connections: 32, calls: 1000 };
const SMALL = { variants: 4, revisions: 8 };
const LARGE = { variants: 4999, revisions: Number(process.env['WF_BENCH_REVISIONS'] ?? 1_000_000) };

type Target = Pick<LoadOrder, 'port' | 'path' | 'headers' | 'body'>;

/**
 * Warm calls of a deployed route through `wf serve`, which finds key, configuration and process, compared with the same
 * bundle that listens itself, and with the same workflow on workerd: on both databases, with few and many variants and
 * revisions.
 */
export async function benchHostedCalls(): Promise<BenchRow[]> {
  await using stack = new AsyncDisposableStack();
  const project = stack.use(await createBenchProject(HELLO_WORLD));
  const small = await serveSqlite(stack, project, 'small', SMALL);
  const large = await serveSqlite(stack, project, 'large', LARGE);
  const shared = await servePostgres(stack, project, SMALL);
  const sharedLarge = await servePostgres(stack, project, LARGE);
  const direct = stack.use(await forkHelper('bundle-server.ts', project.path('.wf/build/workflow.mjs')));
  const workerd = await startWorkerd(stack, project);
  const load = stack.use(await forkHelper('route-load.ts'));
  const bare = { path: '/run', headers: {}, body: JSON.stringify(HELLO) };
  const targets = [small, large, shared, sharedLarge, { ...bare, port: direct.port }, { ...bare, port: workerd }];
  const figures = await measure(load, targets);
  return judgeHostedCalls(figures, LARGE.revisions);
}

async function serveSqlite(
  stack: AsyncDisposableStack,
  project: BenchProject,
  name: string,
  sizes: typeof LARGE,
): Promise<ServedWorkflow> {
  const served = await serveHelloWorld(stack, project, '--data-dir', `../${name}`);
  return await fill(served, fillSqlite(project.path(`../${name}/wf.db`)), sizes);
}

async function servePostgres(
  stack: AsyncDisposableStack,
  project: BenchProject,
  sizes: typeof LARGE,
): Promise<ServedWorkflow> {
  const server = stack.use(await startPostgresServer());
  const { url } = stack.use(await createDatabase(server.url));
  const served = await serveHelloWorld(stack, project, '--database-url', url);
  return await fill(served, await fillPostgres(url), sizes);
}

async function fill(served: ServedWorkflow, database: FilledDatabase, sizes: typeof LARGE): Promise<ServedWorkflow> {
  await addVariants(database, served.appId, sizes);
  await database.fill('analyze');
  await database.close();
  return served;
}

interface Asked {
  ask(question: unknown): Promise<number>;
}

/** Measures all servers in turn, so that drift of the machine affects all equally. */
async function measure(load: Asked, targets: readonly Target[]): Promise<CallFigures[]> {
  const times = targets.map(() => ({ alone: [] as number[], total: [] as number[], together: [] as number[] }));
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [index, { port, path, headers, body }] of targets.entries()) {
      const target = { port, path, headers, body };
      const alone = await load.ask({ ...target, ...ALONE });
      const total = await load.ask({ ...target, ...TOGETHER });
      const together = await load.ask({ ...target, ...TOGETHER, percentile: 50 });
      if (round < 0) continue;
      times[index]?.alone.push(alone);
      times[index]?.total.push(total);
      times[index]?.together.push(together);
    }
  }
  return times.map(({ alone, total, together }) => ({
    aloneMs: median(alone),
    perSecond: (TOGETHER.calls / median(total)) * 1000,
    togetherMs: median(together),
  }));
}
