import type { Store } from '../store/open-store.ts';
import { countUnfinished } from './queries.ts';

/** Begins a metric. @source Prometheus, exposition formats, text format 0.0.4 */
export function metricHead(name: string, type: 'counter' | 'gauge' | 'histogram' | 'summary', help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

export function toMetricsResponse(lines: readonly string[]): Response {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
  return new Response(`${lines.join('\n')}\n`, { headers });
}

export function isMetricsRequest({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).pathname === '/metrics';
}

export function writeProcess(): string[] {
  const { user, system } = process.cpuUsage();
  return [
    ...metricHead('process_cpu_seconds_total', 'counter', 'CPU seconds of the service, without its bundles.'),
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    ...metricHead('process_resident_memory_bytes', 'gauge', 'Memory of the service, without its bundles.'),
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ...metricHead('process_start_time_seconds', 'gauge', 'Start of the process, in seconds since 1970.'),
    `process_start_time_seconds ${performance.timeOrigin / 1000}`,
  ];
}

/** Writes the state of the database. One that does not answer is reported as down; the other metrics still count. */
export async function writeStore(store: Store): Promise<string[]> {
  const pool = store.readPool();
  const waiting = await countUnfinished(store.db).catch(() => null);
  return [
    ...metricHead('wf_database_up', 'gauge', 'Whether the database answers.'),
    `wf_database_up ${waiting === null ? 0 : 1}`,
    ...(waiting === null
      ? []
      : [
          ...metricHead('wf_evaluations_unfinished', 'gauge', 'Evaluations that wait or run, on all replicas.'),
          `wf_evaluations_unfinished ${waiting}`,
        ]),
    ...(pool === null
      ? []
      : [
          ...metricHead(
            'wf_database_connections',
            'gauge',
            'Connections of this process; waiting: queries that wait for one.',
          ),
          ...Object.entries(pool).map(([state, count]) => `wf_database_connections{state="${state}"} ${count}`),
        ]),
  ];
}
