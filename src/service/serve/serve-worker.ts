import { toRefusalResponse } from '../../http/exchange.ts';
import { type HttpServer, serveHttp } from '../../http/serve-http.ts';
import type { FetchPart } from '../../http/serve-playground.ts';
import type { ChunkReport } from '../jobs/workers/worker-pool.ts';
import type { KillReason } from '../hosting/hosting.ts';
import {
  createKillCounts,
  isMetricsRequest,
  metricHead,
  toMetricsResponse,
  writeBuild,
  writeDisk,
  writeProcess,
  writeStore,
} from '../observe/metric-lines.ts';
import type { Store } from '../store/open-store.ts';
import type { Service } from './create-service.ts';

const HEALTH = new Set(['/health', '/health/ready']);

/** Serves the health and metrics of a process that serves nothing else. They contain no names and no values. */
export async function serveHealth(
  service: Service,
  metrics: FetchPart,
  address: { readonly host: string; readonly port: number },
): Promise<HttpServer> {
  return await serveHttp({
    ...address,
    graceMs: 1000,
    fetch: async (request) => {
      if (HEALTH.has(new URL(request.url).pathname)) return await service.fetch(request);
      const detail = 'A worker answers at /health, /health/ready and /metrics.';
      return (await metrics(request)) ?? toRefusalResponse({ status: 404, detail });
    },
  });
}

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

interface WorkerMetricsOptions {
  readonly store: Store;
  readonly now: () => Date;
  /** Folder whose disk is reported. */
  readonly dataDir: string;
}

/** Counts the chunks that a worker runs and serves the counts. They contain no names and no values. */
export function createWorkerMetrics({ store, now, dataDir }: WorkerMetricsOptions) {
  const kills = createKillCounts();
  const ends = new Map<string, number>();
  let seconds = 0;
  return {
    note: ({ end, ms }: ChunkReport): void => {
      ends.set(end, (ends.get(end) ?? 0) + 1);
      seconds += ms / 1000;
    },
    noteKilled: (reason: KillReason): void => kills.note(reason),
    /** Answers `GET /metrics`, and `null` to other requests. */
    fetch: async (request: Request): Promise<Response | null> => {
      if (!isMetricsRequest(request)) return null;
      return toMetricsResponse([
        ...metricHead('wf_chunks_total', 'counter', 'Chunks of rows that this worker took, by how each ended.'),
        ...[...ends].map(([end, count]) => `wf_chunks_total{end="${end}"} ${count}`),
        ...metricHead('wf_chunk_seconds_total', 'counter', 'Seconds spent on chunks.'),
        `wf_chunk_seconds_total ${seconds}`,
        ...kills.write(),
        ...writeBuild(),
        ...writeProcess(),
        ...(await writeDisk(dataDir)),
        ...(await writeStore(store, now())),
      ]);
    },
  };
}
