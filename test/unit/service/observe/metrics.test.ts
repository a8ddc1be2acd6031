import { expect, onTestFinished, test, vi } from 'vitest';
import { createMetrics } from '../../../../src/service/serve/metrics.ts';
import { writeStore } from '../../../../src/service/observe/metric-lines.ts';
import type { ServedRequest } from '../../../../src/service/observe/served-request.ts';
import { openWorld } from '../../../helpers/open-world.ts';

const SERVED: ServedRequest = {
  requestId: 'r',
  method: 'GET',
  route: '/apps',
  path: '/apps',
  status: 200,
  ms: 5,
  keyId: null,
  hosted: null,
};
const LABELS = { app: 'support', variant: 'default', revision: 2, environment: 'production', route: '/run/x' };
const HOSTED: ServedRequest = { ...SERVED, method: 'POST', route: '/services/{app_id}/{variant_id}', hosted: LABELS };

/** Serves requests, and returns the lines of these metrics. */
async function scrape(requests: readonly ServedRequest[], metric: string): Promise<string[]> {
  await using world = await openWorld();
  const { store, keys } = world.running;
  const metrics = createMetrics({ store, now: () => new Date() });
  for (const request of requests) metrics.note(request);
  const headers = { authorization: `Bearer ${keys.viewer}` };
  const answer = await metrics.fetch(new Request('http://wf.test/metrics', { headers }));
  return ((await answer?.text()) ?? '').split('\n').filter((line) => line.startsWith(metric));
}

test('durations of requests are counted in growing buckets', async () => {
  const lines = await scrape(
    [SERVED, { ...SERVED, ms: 250, status: 404 }, { ...SERVED, ms: 31_000 }],
    'wf_request_seconds',
  );
  const labels = 'method="GET",route="/apps"';
  const bucket = (bound: string, count: number) => `wf_request_seconds_bucket{${labels},le="${bound}"} ${count}`;
  expect(lines).toEqual([
    ...['0.005', '0.01', '0.025', '0.05', '0.1'].map((bound) => bucket(bound, 1)),
    ...['0.25', '0.5', '1', '2.5', '5', '10', '30'].map((bound) => bucket(bound, 2)),
    bucket('+Inf', 3),
    `wf_request_seconds_sum{${labels}} 31.255`,
    `wf_request_seconds_count{${labels}} 3`,
  ]);
});

test('calls are counted by app, variant, environment and route, whose names are escaped', async () => {
  const odd = { ...HOSTED, hosted: { ...LABELS, variant: 'a"b\\c\nd', environment: null } };
  const lines = await scrape([SERVED, HOSTED, { ...HOSTED, ms: 500 }, odd], 'wf_hosted_calls');
  const labels = 'app="support",variant="default",environment="production",route="/run/x"';
  const oddLabels = 'app="support",variant="a\\"b\\\\c\\nd",environment="",route="/run/x"';
  expect(lines).toEqual([
    `wf_hosted_calls_total{${labels},status="200"} 2`,
    `wf_hosted_calls_total{${oddLabels},status="200"} 1`,
  ]);
});

test('durations of calls are counted by app, environment and status', async () => {
  const failed = { ...HOSTED, ms: 12_000, status: 504 };
  const lines = await scrape([HOSTED, { ...HOSTED, ms: 500 }, failed], 'wf_hosted_call_seconds');
  const labels = 'app="support",environment="production",status="200"';
  const bucket = (bound: string, count: number) => `wf_hosted_call_seconds_bucket{${labels},le="${bound}"} ${count}`;
  expect(lines.slice(0, 16)).toEqual([
    ...['0.05', '0.1', '0.25'].map((bound) => bucket(bound, 1)),
    ...['0.5', '1', '2.5', '5', '10', '20', '40', '80', '160', '320', '+Inf'].map((bound) => bucket(bound, 2)),
    `wf_hosted_call_seconds_sum{${labels}} 0.505`,
    `wf_hosted_call_seconds_count{${labels}} 2`,
  ]);
  expect(lines.slice(16, 25).at(-1)).toContain('status="504",le="20"} 1');
});

test('a thousand apps make at most 201 histograms, and every call counts', async () => {
  const calls = Array.from({ length: 1000 }, (_, i) => ({ ...HOSTED, hosted: { ...LABELS, app: `a-${i}` } }));
  const lines = await scrape(calls, 'wf_hosted_call_seconds_count');
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toBe('wf_hosted_call_seconds_count{app="(other)",environment="(other)",status="(other)"} 800');
});

test('a process names its version, and counts the bundles that it killed by reason', async () => {
  await using world = await openWorld();
  const { store, keys } = world.running;
  const metrics = createMetrics({ store, now: () => new Date() });
  metrics.noteKilled('memory');
  const headers = { authorization: `Bearer ${keys.viewer}` };
  const text = await (await metrics.fetch(new Request('http://wf.test/metrics', { headers })))?.text();
  expect(text).toMatch(/^wf_build_info\{version="\d+\.\d+\.\d+",commit="[\da-f]*"\} 1$/m);
  const killed = (text ?? '').split('\n').filter((line) => line.startsWith('wf_bundles_killed_total'));
  expect(killed.map((line) => /reason="(.*)"\} (\d)/.exec(line)?.slice(1))).toEqual([
    ['memory', '1'],
    ['time', '0'],
    ['crash', '0'],
    ['protocol', '0'],
  ]);
});

test('ten thousand variants make at most 1,001 series, and every call counts', async () => {
  const calls = Array.from({ length: 10_000 }, (_, i) => ({ ...HOSTED, hosted: { ...LABELS, variant: `v-${i}` } }));
  const lines = await scrape(calls, 'wf_hosted_calls_total');
  expect(lines).toHaveLength(1001);
  expect(lines.at(-1)).toBe(
    'wf_hosted_calls_total{app="(other)",variant="(other)",environment="(other)",route="(other)",status="200"} 9000',
  );
});

test('paths that no workflow serves are one series', async () => {
  const calls = ['/run/a', '/run/b'].map((route) => ({ ...HOSTED, status: 404, hosted: { ...LABELS, route } }));
  expect(await scrape(calls, 'wf_hosted_calls_total')).toHaveLength(1);
});

test('a process reports its CPU time and start in seconds, and its memory in bytes', async () => {
  const cpu = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 1_500_000, system: 250_000 });
  onTestFinished(() => cpu.mockRestore());
  expect(await scrape([], 'process_')).toEqual([
    'process_cpu_seconds_total 1.75',
    expect.stringMatching(/^process_resident_memory_bytes \d{7,}$/),
    `process_start_time_seconds ${performance.timeOrigin / 1000}`,
  ]);
});

test('a database that does not answer is down, and its connections are still counted', async () => {
  await using world = await openWorld();
  const { store } = world.running;
  await store.db.schema.alterTable('evaluations').renameTo('gone').execute();
  const readPool = () => ({ idle: 1, busy: 0, waiting: 2 }) as never; // only written
  const lines = await writeStore({ ...store, readPool }, new Date());
  expect(lines.filter((line) => !line.startsWith('#'))).toEqual([
    'wf_database_up 0',
    'wf_database_connections{state="idle"} 1',
    'wf_database_connections{state="busy"} 0',
    'wf_database_connections{state="waiting"} 2',
  ]);
});
