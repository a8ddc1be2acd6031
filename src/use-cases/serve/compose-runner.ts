import type { EvaluationBackend, EvaluationRunner, RunnerDependencies } from '../../service/jobs/evaluation-jobs.ts';
import type { Store } from '../../service/store/open-store.ts';
import type { ChunkReport, WorkerPool } from '../../service/jobs/workers/worker-pool.ts';

export interface ComposeRunnerOptions {
  /** PostgreSQL, over which processes share the work; `null`: this process does it alone. */
  readonly databaseUrl: string | null;
  readonly workerPool?: WorkerPoolOptions;
  /** Whether to resume evaluations that another process abandoned. */
  readonly resume: boolean;
  /** Called for errors outside any evaluation. */
  readonly onProblem: (error: unknown) => void;
}

export interface WorkerPoolOptions {
  /** @defaultValue `replica`, which runs rows only while no worker is up */
  readonly kind?: 'worker' | 'replica';
  /** Chunks of rows to run at once. @defaultValue 4 */
  readonly concurrency?: number;
  /** Time that chunks get to finish on shutdown. @defaultValue 0 */
  readonly graceMs?: number;
  readonly onChunk?: (report: ChunkReport) => void;
  readonly onStandIn?: (isStandingIn: boolean) => void;
}

/** An evaluation runner that loads its code on first use. */
export interface LazyRunner extends EvaluationRunner {
  /** Loads it now. @throws the reason why it cannot join the worker pool */
  ready(): Promise<void>;
}

/** An evaluation whose rows run on workers costs this process almost nothing. */
const MAX_SPREAD = 32;

/** Creates a runner that loads the evaluation code only when a command evaluates something; most do not. */
export function composeRunner(dependencies: RunnerDependencies, options: ComposeRunnerOptions): LazyRunner {
  const { databaseUrl, workerPool: { graceMs = 0 } = {}, resume, onProblem } = options;
  let loading: Promise<{ readonly runner: EvaluationRunner; readonly pool: WorkerPool | null }> | undefined;
  let runner: EvaluationRunner | null = null;
  const load = async () => {
    const { createEvaluationBackend } = await import('../../service/jobs/evaluation-jobs.ts');
    const { createEvaluationRunner } = await import('../../service/jobs/runner/create-evaluation-runner.ts');
    const backend = createEvaluationBackend(dependencies);
    const pool = databaseUrl === null ? null : await joinWorkerPool(databaseUrl, dependencies.store, backend, options);
    const spread = pool === null ? {} : { spread: pool.spread, maxRunning: MAX_SPREAD };
    runner = createEvaluationRunner({ ...backend, onProblem, takesAll: resume, ...spread });
    return { runner, pool };
  };
  const ready = async () => void (await (loading ??= load()));
  const close = async () => {
    const loaded = await loading?.catch(() => undefined);
    await loaded?.runner.close();
    await loaded?.pool?.close(graceMs);
  };
  return {
    ready,
    wake: (ids) => void ready().then(async () => (await loading)?.runner.wake(ids), onProblem),
    problemOf: (id) => runner?.problemOf(id) ?? null,
    whenIdle: async () => await (await loading)?.runner.whenIdle(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Joins the worker pool of a database. A replica that cannot use a queue there runs its evaluations alone. */
async function joinWorkerPool(
  url: string,
  store: Store,
  backend: EvaluationBackend,
  { workerPool, onProblem }: ComposeRunnerOptions,
): Promise<WorkerPool | null> {
  try {
    const { openWorkerPool } = await import('../../service/jobs/workers/worker-pool.ts');
    return await openWorkerPool({
      ...backend,
      kind: 'replica',
      concurrency: 4,
      ...workerPool,
      url,
      store,
      onProblem,
    });
  } catch (error) {
    if (workerPool?.kind === 'worker') throw store.explain(error);
    onProblem(error);
    return null;
  }
}
