import { composeRunner, type WorkerPoolOptions, type LazyRunner } from '../../src/use-cases/serve/compose-runner.ts';
import { NO_TOOLS } from '../../src/evaluation/judges/evaluator-tools.ts';
import { createSlices } from '../../src/http/create-slices.ts';
import type { Hosting } from '../../src/service/hosting/hosting.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import type { ChunkReport } from '../../src/service/jobs/workers/worker-pool.ts';
import { TEST_SECRETS } from './start-service.ts';

export interface StartTestWorkerOptions extends WorkerPoolOptions {
  readonly hosting: Hosting;
  /** @defaultValue the system's clock */
  readonly now?: () => Date;
}

/** A worker or replica with its own store, like a separate process. */
export interface TestWorker extends AsyncDisposable {
  readonly runner: LazyRunner;
  /** The outcome of each chunk so far. */
  readonly chunks: readonly ChunkReport[];
  readonly problems: readonly unknown[];
}

export async function startTestWorker(
  url: string,
  { hosting, ...options }: StartTestWorkerOptions,
): Promise<TestWorker> {
  const { now = () => new Date(), ...pool } = options;
  const store = await openStore({ url });
  const chunks: ChunkReport[] = [];
  const problems: unknown[] = [];
  const runner = composeRunner(
    {
      store,
      secrets: TEST_SECRETS,
      hosting,
      tools: {
        ...NO_TOOLS,
        readVariables: async () => ({}),
        fingerprint: async (text) => text,
        slices: createSlices(),
      },
      now,
    },
    {
      databaseUrl: url,
      resume: true,
      onProblem: (error) => problems.push(error),
      workerPool: { kind: 'worker', ...pool, onChunk: (report) => chunks.push(report) },
    },
  );
  await runner.ready();
  runner.wake();
  const close = async () => {
    await runner.close();
    await store.close();
  };
  return { runner, chunks, problems, [Symbol.asyncDispose]: close };
}
