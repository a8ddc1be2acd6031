import { statfs } from 'node:fs/promises';
import { buildCommit, PACKAGE_VERSION } from '../../foundation/package.ts';
import { KILL_REASONS, type KillReason } from '../hosting/hosting.ts';
import { KNOWN_SCHEMA } from '../store/migrate.ts';
import type { Store } from '../store/open-store.ts';
import { readState, type StoreState } from './queries.ts';

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

/** Writes what runs here: mixed versions show during an update. */
export function writeBuild(): string[] {
  return [
    ...metricHead('wf_build_info', 'gauge', 'Version and commit of this process.'),
    `wf_build_info{version="${PACKAGE_VERSION}",commit="${buildCommit() ?? ''}"} 1`,
  ];
}

/** Writes the disk of the data folder. A folder that is gone has no free bytes to report. */
export async function writeDisk(folder: string): Promise<string[]> {
  const disk = await statfs(folder).catch(() => null);
  if (disk === null) return [];
  return [
    ...metricHead(
      'wf_disk_free_bytes',
      'gauge',
      'Bytes that the service may still write to the disk of its data folder.',
    ),
    `wf_disk_free_bytes ${disk.bavail * disk.bsize}`,
    ...metricHead('wf_disk_size_bytes', 'gauge', 'Size of that disk.'),
    `wf_disk_size_bytes ${disk.blocks * disk.bsize}`,
  ];
}

/** Counts processes of bundles that did not end by plan. */
export function createKillCounts() {
  const counts = new Map<KillReason, number>(KILL_REASONS.map((reason) => [reason, 0]));
  return {
    note: (reason: KillReason): void => void counts.set(reason, (counts.get(reason) ?? 0) + 1),
    write: (): string[] => [
      ...metricHead(
        'wf_bundles_killed_total',
        'counter',
        'Processes of bundles that took too much memory or time, crashed, or broke the protocol.',
      ),
      ...[...counts].map(([reason, count]) => `wf_bundles_killed_total{reason="${reason}"} ${count}`),
    ],
  };
}

/** Writes the state of the database. One that does not answer is reported as down; the other metrics still count. */
export async function writeStore(store: Store, now: Date): Promise<string[]> {
  const pool = store.readPool();
  const state = await readState(store.reads, store.dialect).catch(() => null);
  return [
    ...metricHead('wf_database_up', 'gauge', 'Whether the database answers.'),
    `wf_database_up ${state === null ? 0 : 1}`,
    ...(state === null ? [] : writeState(state, now)),
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

function writeState({ schema, unfinished, queues, backedUpAt }: StoreState, now: Date): string[] {
  const ageOf = (time: string | null): number =>
    time === null ? 0 : Math.max(0, (now.getTime() - Date.parse(time)) / 1000);
  return [
    ...metricHead('wf_schema_version', 'gauge', 'Newest migration of the database, and the newest that this wf knows.'),
    `wf_schema_version{of="database"} ${schema}`,
    `wf_schema_version{of="program"} ${KNOWN_SCHEMA}`,
    ...metricHead('wf_evaluations_unfinished', 'gauge', 'Evaluations that wait or run, on all replicas.'),
    `wf_evaluations_unfinished ${unfinished}`,
    ...metricHead('wf_queue_jobs', 'gauge', 'Jobs that wait in the database, for all replicas and workers.'),
    ...queues.map(({ queue, waiting }) => `wf_queue_jobs{queue="${queue}"} ${waiting}`),
    ...metricHead('wf_queue_oldest_seconds', 'gauge', 'Age of the job that has waited longest; 0: none waits.'),
    ...queues.map(({ queue, oldest }) => `wf_queue_oldest_seconds{queue="${queue}"} ${ageOf(oldest)}`),
    ...(backedUpAt === null
      ? []
      : [
          ...metricHead('wf_last_backup_timestamp_seconds', 'gauge', 'When wf backup last finished, since 1970.'),
          `wf_last_backup_timestamp_seconds ${Date.parse(backedUpAt) / 1000}`,
        ]),
  ];
}
