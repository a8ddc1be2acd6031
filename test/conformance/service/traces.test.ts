import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import { expect, test, vi } from 'vitest';
import { createRequestTraces } from '../../../src/service/observe/request-traces.ts';
import { openWorld } from '../../helpers/open-world.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

function collectSpans() {
  const spans: ReadableSpan[] = [];
  const processor: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => void spans.push(span),
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
  const find = (name: string) => spans.find((span) => span.name === name);
  return { traces: createRequestTraces(processor, 'wf'), find };
}

test('contain route, status, request id and database time', async () => {
  const { traces, find } = collectSpans();
  await using world = await openWorld({ traces });
  // Each look at the clock takes a millisecond, and each query begins and ends with one.
  let ms = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 1));
  const response = await world.running.send('GET', `/apps/${world.appId}/variants`);
  clock.mockRestore();
  const span = find('GET /apps/{app_id}/variants');
  expect(span?.resource.attributes).toMatchObject({ 'service.name': 'wf' });
  expect(span?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/apps/{app_id}/variants',
    'http.response.status_code': 200,
    'url.path': `/apps/${world.appId}/variants`,
    'wf.request_id': response.headers.get('x-request-id'),
  });
  expect(span?.attributes['wf.database.queries']).toBeGreaterThanOrEqual(2);
  expect(span?.attributes['wf.database.ms']).toBeGreaterThanOrEqual(2);
});

test("are children of the caller's span, and parents of a hosted workflow's", async () => {
  const { traces, find } = collectSpans();
  await using world = await openWorld({ traces });
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  const path = `/services/${world.appId}/${world.variantId}/run`;
  await world.running.send('POST', path, { body: { text: 'a' }, headers });
  const span = find('POST /services/{app_id}/{variant_id}');
  expect(span?.parentSpanContext).toMatchObject({ traceId: TRACE, spanId: CALLER, isRemote: true });
  const { spanId } = span?.spanContext() ?? {};
  const seen = world.running.calls.map(({ request }) => request.headers.get('traceparent'));
  expect(seen).toEqual([`00-${TRACE}-${spanId}-01`]);
  const ran = { 'wf.app': 'support', 'wf.variant': 'default', 'wf.revision': 1, 'wf.environment': 'production' };
  expect(span?.attributes).toMatchObject(ran);
});

test('fail for failures of the service, not for refusals', async () => {
  const { traces, find } = collectSpans();
  await using world = await openWorld({ traces });
  const { running } = world;
  await running.send('GET', '/apps/unknown/variants');
  expect(find('GET /apps/{app_id}/variants')?.status).toEqual({ code: 0 });
  await running.store.db.schema.dropTable('audit_log').execute();
  await running.send('GET', '/audit-log');
  expect(find('GET /audit-log')?.status).toEqual({ code: 2 });
  expect(find('GET /audit-log')?.attributes).toMatchObject({ 'error.type': '500' });
});
