import { expect, test } from 'vitest';
import { traceRequests } from '../../../../src/use-cases/serve/trace-requests.ts';
import { startOtlpServer } from '../../../helpers/start-otlp-server.ts';

const SERVED = {
  requestId: 'req-1',
  method: 'GET',
  route: '/apps',
  path: '/apps',
  status: 200,
  ms: 3,
  keyId: 'key-1',
  hosted: null,
};

test('spans are sent to the configured endpoint, the last ones when the service ends', async () => {
  await using otlp = await startOtlpServer();
  {
    await using traces = await traceRequests({
      OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
      OTEL_SERVICE_NAME: 'our wf',
    });
    const trace = traces?.begin(new Request('http://wf.test/apps?secret=1'));
    await trace?.run(async () => undefined);
    trace?.end(SERVED);
  }
  expect(otlp.received.map(({ path, key }) => ({ path, key }))).toEqual([{ path: '/v1/traces', key: 'a b' }]);
  const body = otlp.received[0]?.body;
  for (const part of ['"our wf"', '"GET /apps"', '"req-1"']) expect(body).toContain(part);
  expect(body).not.toContain('secret');
});

test('an unreachable endpoint does not delay the end', async () => {
  const traces = await traceRequests({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  traces?.begin(new Request('http://wf.test/apps')).end(SERVED);
  await traces?.[Symbol.asyncDispose]();
  expect(traces).not.toBeNull();
});

test.each([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_EXPORTER: 'none' },
])('%j traces nothing', async (env) => {
  expect(await traceRequests(env)).toBeNull();
});
