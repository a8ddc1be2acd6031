import { createRequestLog, type RequestLogOptions } from '../../service/observe/request-log.ts';
import { createWorkerMetrics, serveHealth, type WorkerMetrics } from '../../service/serve/serve-worker.ts';
import type { KillReason } from '../../service/hosting/hosting.ts';
import type { ChunkReport } from '../../service/jobs/workers/worker-pool.ts';
import { createEgressRules } from '../../service/egress/egress-rules.ts';
import { WEAK_SANDBOX } from './require-system-sandbox.ts';
import { adoptSealingKey } from './adopt-sealing-key.ts';
import { composeService, type ComposeServiceOptions } from './compose-service.ts';

export interface StartWorkerOptions extends Pick<
  ComposeServiceOptions,
  'dataDir' | 'variableSource' | 'bundleUsers' | 'nativePackages' | 'requireSandbox'
> {
  readonly databaseUrl: string;
  /** What may be connected to for callers besides the public Internet, as in `localhost:11434` or `10.0.0.0/8`. */
  readonly allowEgress: readonly string[];
  /** Chunks of rows to run at once. */
  readonly concurrency: number;
  /** Time that started chunks get to finish on shutdown. */
  readonly drainTimeoutMs: number;
  /** Where to serve health and metrics; `null`: nowhere. */
  readonly address: { readonly host: string; readonly port: number } | null;
  readonly log: RequestLogOptions;
}

export interface RunningWorker {
  /** Address of health and metrics; `null`: none. */
  readonly url: string | null;
  /** Drains: takes no new chunk, lets started ones finish, and returns the rest to the queue. */
  close(): Promise<void>;
}

/**
 * Starts a worker, which runs rows of evaluations that replicas queue in the same database.
 *
 * @throws {WF_DATABASE} when the database cannot be reached or cannot hold a queue
 */
export async function startWorker(options: StartWorkerOptions): Promise<RunningWorker> {
  const { concurrency, drainTimeoutMs: graceMs, address } = options;
  const log = createRequestLog(options.log);
  let metrics: WorkerMetrics | null = null;
  const onChunk = (report: ChunkReport): void => {
    tell(log, report);
    metrics?.note(report);
  };
  const workerPool = { kind: 'worker', concurrency, graceMs, onChunk } as const;
  const onError = (error: unknown, source: string) => log.failed(error, source);
  const egress = createEgressRules(options.allowEgress);
  const onKilled = (reason: KillReason) => metrics?.noteKilled(reason);
  const composed = await composeService({ ...options, egress, resume: true, workerPool, onError, onKilled });
  try {
    if ((await composed.sandboxKind()) === 'permission-model') log.event('sandbox', WEAK_SANDBOX, { level: 'warning' });
    const keyProblem = await adoptSealingKey(composed);
    if (keyProblem !== null) log.event('secrets', keyProblem, { level: 'warning' });
    await composed.readyToRun();
    metrics = createWorkerMetrics({ ...composed, dataDir: options.dataDir });
    const http = address === null ? null : await serveHealth(composed.service, metrics.fetch, address);
    const close = async (): Promise<void> => {
      composed.service.drain();
      await composed.close();
      await http?.close();
    };
    return { url: http?.url ?? null, close };
  } catch (error) {
    await composed.close();
    throw error;
  }
}

function tell(log: ReturnType<typeof createRequestLog>, { evaluationId, from, to, end, ms }: ChunkReport): void {
  const rounded = Math.round(ms);
  const message = `rows ${from + 1} to ${to + 1} of evaluation ${evaluationId}: ${end}, ${rounded} ms`;
  log.event('chunk', message, { evaluation_id: evaluationId, from, to, end, ms: rounded });
}
