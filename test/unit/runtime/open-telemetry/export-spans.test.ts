import { TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { createExporter, type ExportSettings } from '../../../../src/runtime/open-telemetry/export-spans.ts';
import { startOtlpServer } from '../../../helpers/start-otlp-server.ts';

/** Exports one span; `$URL` stands for the collector's address. */
async function exportOne(settings: ExportSettings) {
  await using otlp = await startOtlpServer();
  const entries = Object.entries(settings).map(([name, value]) => [name, value.replace('$URL', otlp.url)]);
  const processor = createExporter(Object.fromEntries(entries) as ExportSettings);
  const provider = new TracerProvider({ spanProcessors: [processor] });
  provider.getTracer('test').startSpan('step').end();
  await provider.shutdown();
  return otlp.received.map(({ path, key, body }) => [path, key, body.includes('"step"')]);
}

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '$URL' }, '/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '$URL/otel//' }, '/otel/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '$URL/own' }, '/own'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '$URL', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '' }, '/v1/traces'],
])('with %j, spans go to %s', async (settings, path) => {
  expect(await exportOne(settings)).toEqual([[path, 'undefined', true]]);
});

test.each([
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'other=1, x-key = a%20b=c ,' }, 'a b=c'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=%zz' }, '%zz'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=1', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=2' }, '2'],
])('with %j, the header is %s', async (settings, key) => {
  expect(await exportOne({ OTEL_EXPORTER_OTLP_ENDPOINT: '$URL', ...settings })).toEqual([['/v1/traces', key, true]]);
});
