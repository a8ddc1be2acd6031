/**
 * Compares two job queues on PostgreSQL, used as workers would use them: `node test/bench/queues.ts FOLDER`. Run
 * `npm install pg-boss@12.35.0 graphile-worker@0.18.0` in that folder first: wf does not depend on both.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { median } from './median.ts';
import { time } from './time.ts';

const JOBS = 500;
const PICKS = 30;
const LANES = 4;
/** How long to wait for a job whose worker was killed. */
const TIMEOUT_MS = 40_000;

interface Work {
  /** Runs a job. */
  readonly run: (id: number) => Promise<void>;
}

/** The measured part of a queue. */
interface Queue {
  add(ids: readonly number[]): Promise<void>;
  /** Runs jobs until it is stopped. */
  work(work: Work): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

type OpenQueue = (url: string, from: NodeJS.Require) => Promise<Queue>;

const openBoss: OpenQueue = async (url, from) => {
  // The package is not a dependency, so its types are not available.
  const { PgBoss } = from('pg-boss') as { PgBoss: new (options: object) => Boss };
  const watch = { superviseIntervalSeconds: 2, monitorIntervalSeconds: 2 };
  const boss = new PgBoss({ connectionString: url, schedule: false, ...watch });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue('jobs', { heartbeatSeconds: 10, retryLimit: 3 });
  return {
    add: (ids) =>
      boss.insert(
        'jobs',
        ids.map((id) => ({ data: { id } })),
      ),
    work: async ({ run }) => {
      const over = new AbortController();
      const lanes = Array.from({ length: LANES }, async () => {
        while (!over.signal.aborted) {
          const [job] = await boss.fetch('jobs');
          if (job === undefined) await delay(250);
          else {
            await run(job.data.id);
            await boss.complete('jobs', job.id);
          }
        }
      });
      return async () => {
        over.abort();
        await Promise.all(lanes);
      };
    },
    close: () => boss.stop({ graceful: false }),
  };
};

interface Boss {
  on(event: 'error', told: () => void): void;
  start(): Promise<unknown>;
  createQueue(name: string, options: object): Promise<void>;
  insert(name: string, jobs: readonly object[]): Promise<void>;
  fetch(name: string): Promise<readonly { id: string; data: { id: number } }[]>;
  complete(name: string, id: string): Promise<unknown>;
  stop(options: object): Promise<void>;
}

const openGraphile: OpenQueue = async (url, from) => {
  // As above.
  const { makeWorkerUtils, run: start } = from('graphile-worker') as Graphile;
  const silent = { log: () => undefined };
  const pgPool = new Pool({ connectionString: url });
  // The server ends before the pool has closed every connection.
  pgPool.on('error', () => undefined);
  const utils = await makeWorkerUtils({ pgPool });
  await utils.migrate();
  return {
    add: async (ids) => await utils.addJobs(ids.map((id) => ({ identifier: 'job', payload: { id } }))),
    work: async ({ run }) => {
      const runner = await start({
        pgPool,
        concurrency: LANES,
        pollInterval: 250,
        noHandleSignals: true,
        logger: new (from('graphile-worker') as Graphile).Logger(() => silent.log),
        taskList: { job: async ({ id }) => await run(id) },
      });
      return () => runner.stop();
    },
    close: async () => {
      await utils.release();
      await pgPool.end();
    },
  };
};

interface Graphile {
  readonly makeWorkerUtils: (options: object) => Promise<{
    migrate(): Promise<void>;
    addJobs(jobs: readonly object[]): Promise<void>;
    release(): Promise<void>;
  }>;
  readonly run: (options: {
    readonly taskList: { readonly job: (payload: { readonly id: number }) => Promise<void> };
    readonly [option: string]: unknown;
  }) => Promise<{ stop(): Promise<void> }>;
  readonly Logger: new (make: () => () => void) => object;
}

const QUEUES: Readonly<Record<string, OpenQueue>> = { 'pg-boss': openBoss, 'graphile-worker': openGraphile };

const [folder = '', name, url] = process.argv.slice(2);
const from = createRequire(resolve(folder, 'package.json'));
if (name === undefined || url === undefined) await compare();
else await hangInAJob(name, url);

async function compare(): Promise<void> {
  for (const [queue, open] of Object.entries(QUEUES)) {
    await using server = await startPostgresServer();
    const opened = await open(server.url, from);
    const addedMs = await time(() => opened.add(Array.from({ length: JOBS }, (_, id) => id)));
    const drainedMs = await time(() => untilRun(opened, JOBS));
    const pickedMs = await measurePickUp(opened);
    const returnedMs = await measureReturn(queue, opened, server.url);
    await opened.close();
    const figures = [
      `${Math.round((1000 * JOBS) / addedMs)} added/s`,
      `${Math.round((1000 * JOBS) / drainedMs)} run/s`,
      `picked up after ${Math.round(pickedMs)} ms`,
      `a killed worker's job after ${returnedMs === null ? `more than ${TIMEOUT_MS / 1000} s` : `${(returnedMs / 1000).toFixed(1)} s`}`,
    ];
    process.stdout.write(`${queue}: ${figures.join(', ')}\n`);
  }
}

async function untilRun(queue: Queue, count: number): Promise<void> {
  const all = Promise.withResolvers<void>();
  let left = count;
  const stop = await queue.work({
    run: async () => {
      left -= 1;
      if (left === 0) all.resolve();
    },
  });
  await all.promise;
  await stop();
}

/** @returns milliseconds from adding a job to its start, with an empty queue */
async function measurePickUp(queue: Queue): Promise<number> {
  const picks: number[] = [];
  let picked = Promise.withResolvers<void>();
  const stop = await queue.work({ run: async () => picked.resolve() });
  for (let pick = 0; pick < PICKS; pick += 1) {
    picked = Promise.withResolvers();
    await delay(Math.random() * 250);
    const { promise } = picked;
    picks.push(
      await time(async () => {
        await queue.add([pick]);
        await promise;
      }),
    );
  }
  await stop();
  return median(picks);
}

/** @returns milliseconds until another worker has a killed worker's job; `null` when it took too long */
async function measureReturn(name: string, queue: Queue, url: string): Promise<number | null> {
  const child = fork(import.meta.filename, [folder, name, url]);
  await queue.add([1]);
  await once(child, 'message');
  child.kill('SIGKILL');
  const picked = Promise.withResolvers<void>();
  let stop = async () => {};
  const pickedMs = time(async () => {
    stop = await queue.work({ run: async () => picked.resolve() });
    await picked.promise;
  });
  const found = await Promise.race([pickedMs, delay(TIMEOUT_MS, null)]);
  await stop();
  return found;
}

/** Takes a job and never ends it. */
async function hangInAJob(queue: string, at: string): Promise<void> {
  const opened = await QUEUES[queue]?.(at, from);
  await opened?.work({
    run: async () => {
      process.send?.('taken');
      await new Promise(() => undefined);
    },
  });
}
