import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/service/serve/metrics.ts';
import type { ServedRequest } from '../../../src/service/observe/served-request.ts';
import { openWorld } from '../../helpers/open-world.ts';

test("count requests by route and status, in Prometheus's text format", async () => {
  const served: ServedRequest[] = [];
  await using world = await openWorld({ onServed: (request) => served.push(request) });
  const metrics = createMetrics({ store: world.running.store, now: () => new Date() });
  served.length = 0;
  await world.running.send('GET', `/apps/${world.appId}/variants?secret=1`);
  await world.running.send('GET', '/apps', { key: null });
  await world.running.send('GET', '/no/such/thing');
  for (const request of served) metrics.note(request);
  expect(JSON.stringify(served)).not.toContain('secret');
  const headers = { authorization: `Bearer ${world.running.keys.viewer}` };
  const text = await read(metrics.fetch(new Request('http://wf.test/metrics', { headers })));
  expect(text).toContain('wf_requests_total{method="GET",route="/apps/{app_id}/variants",status="200"} 1\n');
  expect(text).toContain('wf_requests_total{method="GET",route="/apps",status="401"} 1\n');
  expect(text).toContain('wf_requests_total{method="GET",route="unmatched",status="404"} 1\n');
  expect(text).toContain('wf_request_seconds_bucket{method="GET",route="/apps",le="+Inf"} 1\n');
  expect(text).toMatch(/^wf_database_up 1$/m);
  expect(text).toMatch(/^wf_evaluations_unfinished 0$/m);
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\}?[^ ]*\})? [\d.e+-]+)$/);
});

test('require a key from everybody, since a local proxy looks like a local caller', async () => {
  await using world = await openWorld();
  const metrics = createMetrics({ store: world.running.store, now: () => new Date() });
  const ask = (headers: Record<string, string>) => metrics.fetch(new Request('http://wf.test/metrics', { headers }));
  expect((await ask({}))?.status).toBe(401);
  expect((await ask({ host: '127.0.0.1:8700' }))?.status).toBe(401);
  expect((await ask({ authorization: `Bearer ${world.running.keys.viewer}` }))?.status).toBe(200);
  expect(await metrics.fetch(new Request('http://wf.test/metrics/more'))).toBeNull();
});

async function read(answer: Promise<Response | null>): Promise<string> {
  return (await (await answer)?.text()) ?? '';
}
