import { expect, onTestFinished, test, vi } from 'vitest';
import {
  isMetricsRequest,
  metricHead,
  toMetricsResponse,
  writeProcess,
  writeStore,
} from '../../../../src/service/observe/metric-lines.ts';
import { openTestStore } from '../../../helpers/start-service.ts';

test('a metric begins with its help and type', () => {
  expect(metricHead('a', 'gauge', 'Of a.')).toEqual(['# HELP a Of a.', '# TYPE a gauge']);
});

test('a scrape is answered in the text format', async () => {
  const answer = toMetricsResponse(['a 1', 'b 2']);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await answer.text()).toBe('a 1\nb 2\n');
});

test.each([
  ['GET', '/metrics', true],
  ['GET', '/metrics?a=b', true],
  ['POST', '/metrics', false],
  ['GET', '/metrics/a', false],
])('%s %s asks for the metrics: %j', (method, path, expected) => {
  expect(isMetricsRequest(new Request(`http://x${path}`, { method }))).toBe(expected);
});

test('a process reports its CPU time, memory and start', () => {
  const values = new Map(
    writeProcess()
      .filter((line) => !line.startsWith('#'))
      .map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]),
  );
  expect([...values.keys()]).toEqual([
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'process_start_time_seconds',
  ]);
  expect(values.get('process_start_time_seconds')).toBeCloseTo(performance.timeOrigin / 1000);
  expect(values.get('process_cpu_seconds_total')).toBeCloseTo(
    process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    0,
  );
});

test('the metrics of a process have their units', () => {
  const cpu = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 1_500_000, system: 250_000 });
  onTestFinished(() => cpu.mockRestore());
  expect(writeProcess()).toEqual([
    '# HELP process_cpu_seconds_total CPU seconds of the service, without its bundles.',
    '# TYPE process_cpu_seconds_total counter',
    'process_cpu_seconds_total 1.75',
    '# HELP process_resident_memory_bytes Memory of the service, without its bundles.',
    '# TYPE process_resident_memory_bytes gauge',
    expect.stringMatching(/^process_resident_memory_bytes \d{7,}$/),
    '# HELP process_start_time_seconds Start of the process, in seconds since 1970.',
    '# TYPE process_start_time_seconds gauge',
    `process_start_time_seconds ${performance.timeOrigin / 1000}`,
  ]);
});

test('a database that answers is up, and one that does not is down', async () => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openTestStore('sqlite', stack));
  expect(await writeStore(store)).toEqual([
    '# HELP wf_database_up Whether the database answers.',
    '# TYPE wf_database_up gauge',
    'wf_database_up 1',
    '# HELP wf_evaluations_unfinished Evaluations that wait or run, on all replicas.',
    '# TYPE wf_evaluations_unfinished gauge',
    'wf_evaluations_unfinished 0',
  ]);
  await store.db.schema.alterTable('evaluations').renameTo('gone').execute();
  expect(
    (await writeStore({ ...store, readPool: () => ({ idle: 1, busy: 0, waiting: 2 }) as never })).slice(2),
  ).toEqual([
    'wf_database_up 0',
    '# HELP wf_database_connections Connections of this process; waiting: queries that wait for one.',
    '# TYPE wf_database_connections gauge',
    'wf_database_connections{state="idle"} 1',
    'wf_database_connections{state="busy"} 0',
    'wf_database_connections{state="waiting"} 2',
  ]);
});
