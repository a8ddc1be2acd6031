import type { FetchPart } from '../../http/serve-playground.ts';
import type { Store } from '../store/open-store.ts';
import type { ChunkReport } from '../jobs/workers/create-crew.ts';
import { head, writeProcess, writeStore } from './metrics.ts';

export interface WorkerMetrics {
  note(report: ChunkReport): void;
  /** Answers `GET /metrics`, and `null` to others. */
  readonly fetch: FetchPart;
}

/**
 * Counts what a worker runs, and tells it in the text format of Prometheus. It tells no names and no values.
 *
 * @source Prometheus, exposition formats, text format 0.0.4
 */
export function createWorkerMetrics(store: Store): WorkerMetrics {
  const ends = new Map<string, number>();
  let seconds = 0;
  return {
    note: ({ end, ms }) => {
      ends.set(end, (ends.get(end) ?? 0) + 1);
      seconds += ms / 1000;
    },
    fetch: async (request) => {
      if (request.method !== 'GET' || new URL(request.url).pathname !== '/metrics') return null;
      const lines = [
        ...head('wf_chunks_total', 'counter', 'Chunks of rows that this worker had in hand, by how they left it.'),
        ...[...ends].map(([end, count]) => `wf_chunks_total{end="${end}"} ${count}`),
        ...head('wf_chunk_seconds_total', 'counter', 'Seconds that they were in hand.'),
        `wf_chunk_seconds_total ${seconds}`,
        ...writeProcess(),
        ...(await writeStore(store)),
      ];
      const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
      return new Response(`${lines.join('\n')}\n`, { headers });
    },
  };
}
