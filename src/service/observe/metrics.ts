import { isLoopbackAddress } from '../../http/check-origin.ts';
import { toResponse } from '../../http/refusal.ts';
import type { FetchPart } from '../../http/serve-playground.ts';
import { answerFailure } from '../request/answer-failure.ts';
import { authenticate } from '../request/authenticate.ts';
import { UNFINISHED } from '../../evaluation/results/evaluation-status.ts';
import type { Store } from '../store/open-store.ts';
import type { ServedRequest } from './served-request.ts';

export interface MetricsOptions {
  readonly store: Store;
  /** Where the service listens: where only this machine can ask, no key is needed. */
  readonly host: string;
  readonly now: () => Date;
}

export interface Metrics {
  note(served: ServedRequest): void;
  /** Answers `GET /metrics`, and `null` to others. */
  readonly fetch: FetchPart;
}

/** Upper bounds of the histogram, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Timing {
  readonly counts: number[];
  sum: number;
  total: number;
}

/**
 * Counts what is served, and tells it in the text format of Prometheus.
 *
 * @source Prometheus, exposition formats, text format 0.0.4
 */
export function createMetrics({ store, host, now }: MetricsOptions): Metrics {
  const requests = new Map<string, number>();
  const timings = new Map<string, Timing>();
  return {
    note: ({ method, route, status, ms }) => {
      const labels = `method="${method}",route="${route}"`;
      const counted = `${labels},status="${status}"`;
      requests.set(counted, (requests.get(counted) ?? 0) + 1);
      const timing = timings.get(labels) ?? { counts: BOUNDS.map(() => 0), sum: 0, total: 0 };
      timings.set(labels, timing);
      for (const [index, bound] of BOUNDS.entries())
        if (ms / 1000 <= bound) timing.counts[index] = (timing.counts[index] ?? 0) + 1;
      timing.sum += ms / 1000;
      timing.total += 1;
    },
    fetch: async (request) => {
      if (request.method !== 'GET' || new URL(request.url).pathname !== '/metrics') return null;
      try {
        if (!isLoopbackAddress(host)) await authenticate(store.db, request, 'viewer', now().toISOString());
      } catch (error) {
        return toResponse(answerFailure(store.explain(error), request, 'metrics', () => undefined));
      }
      const text = [...writeRequests(requests, timings), ...writeProcess(), ...(await writeStore(store))].join('\n');
      return new Response(`${text}\n`, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
    },
  };
}

function writeRequests(requests: ReadonlyMap<string, number>, timings: ReadonlyMap<string, Timing>): string[] {
  return [
    ...head('wf_requests_total', 'counter', 'Requests answered.'),
    ...[...requests].map(([labels, count]) => `wf_requests_total{${labels}} ${count}`),
    ...head('wf_request_seconds', 'histogram', 'Seconds until an answer began.'),
    ...[...timings].flatMap(([labels, { counts, sum, total }]) => [
      ...BOUNDS.map((bound, index) => `wf_request_seconds_bucket{${labels},le="${bound}"} ${counts[index]}`),
      `wf_request_seconds_bucket{${labels},le="+Inf"} ${total}`,
      `wf_request_seconds_sum{${labels}} ${sum}`,
      `wf_request_seconds_count{${labels}} ${total}`,
    ]),
  ];
}

/** Tells what the process uses. */
export function writeProcess(): string[] {
  const { user, system } = process.cpuUsage();
  return [
    ...head('process_cpu_seconds_total', 'counter', 'CPU seconds of the service, its bundles not counted.'),
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    ...head('process_resident_memory_bytes', 'gauge', 'Memory of the service, its bundles not counted.'),
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ...head('process_start_time_seconds', 'gauge', 'When it started, in seconds since 1970.'),
    `process_start_time_seconds ${performance.timeOrigin / 1000}`,
  ];
}

/** A database that does not answer is told as such; the rest is still worth knowing. */
export async function writeStore(store: Store): Promise<string[]> {
  const pool = store.readPool();
  const waiting = await countUnfinished(store).catch(() => null);
  return [
    ...head('wf_database_up', 'gauge', 'Whether the database answered just now.'),
    `wf_database_up ${waiting === null ? 0 : 1}`,
    ...(waiting === null
      ? []
      : [
          ...head('wf_evaluations_unfinished', 'gauge', 'Evaluations that wait or run, of all replicas.'),
          `wf_evaluations_unfinished ${waiting}`,
        ]),
    ...(pool === null
      ? []
      : [
          ...head('wf_database_connections', 'gauge', 'Connections of this process; waiting: queries without one.'),
          ...Object.entries(pool).map(([state, count]) => `wf_database_connections{state="${state}"} ${count}`),
        ]),
  ];
}

async function countUnfinished({ db }: Store): Promise<number> {
  const counted = db.selectFrom('evaluations').select((the) => the.fn.countAll<number>().as('count'));
  return (await counted.where('status_value', 'in', UNFINISHED).executeTakeFirst())?.count ?? 0;
}

/** Begins a metric. */
export function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
