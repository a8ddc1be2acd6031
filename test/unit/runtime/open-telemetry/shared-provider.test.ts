import { context, ROOT_CONTEXT, SpanStatusCode, trace, type TracerProvider as AnyProvider } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownSpan, shareProvider } from '../../../../src/runtime/open-telemetry/shared-provider.ts';
import { hostWorkflow } from '../../../helpers/host-workflow.ts';
import { startOtlpServer } from '../../../helpers/start-otlp-server.ts';

beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterAll(() => context.disable());

function recording() {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const names = () =>
    exporter.getFinishedSpans().map(({ name, attributes, parentSpanContext, status }) => ({
      name,
      attributes,
      status: status.code,
      parent: exporter.getFinishedSpans().find((span) => span.spanContext().spanId === parentSpanContext?.spanId)?.name,
    }));
  return { provider: provider as AnyProvider, names };
}

test('before a provider is adopted, spans are ours', () => {
  const own = recording();
  const shared = shareProvider(own.provider);
  expect(shared.adopted).toBeUndefined();
  const span = shared.getTracer('t').startSpan('one');
  expect(ownSpan(span)).toBe(span);
  span.end();
  expect(own.names()).toMatchObject([{ name: 'one' }]);
});

test('a tracer from before makes spans of both, with parents and changes', () => {
  const [own, theirs] = [recording(), recording()];
  const shared = shareProvider(own.provider);
  const tracer = shared.getTracer('t', '1');
  shared.adopt(theirs.provider);
  tracer.startActiveSpan('outer', { attributes: { a: 1 } }, (span) => {
    expect(trace.getActiveSpan()).toBe(span);
    expect(ownSpan(span).spanContext()).not.toEqual(span.spanContext());
    tracer.startActiveSpan('inner', (inner) => inner.end());
    tracer.startActiveSpan('apart', {}, ROOT_CONTEXT, (apart) => apart.end());
    expect(span.setAttribute('b', 2).setStatus({ code: SpanStatusCode.ERROR })).toBe(span);
    expect(span.isRecording()).toBe(true);
    span.updateName('renamed').end();
  });
  expect(own.names()).toEqual(theirs.names());
  expect(theirs.names()).toEqual([
    { name: 'inner', attributes: {}, status: SpanStatusCode.UNSET, parent: 'renamed' },
    { name: 'apart', attributes: {}, status: SpanStatusCode.UNSET, parent: undefined },
    { name: 'renamed', attributes: { a: 1, b: 2 }, status: SpanStatusCode.ERROR, parent: undefined },
  ]);
});

test('every change of a span is made to both', () => {
  const own = { exporter: new InMemorySpanExporter() };
  const theirs = { exporter: new InMemorySpanExporter() };
  const toProvider = ({ exporter }: typeof own): AnyProvider =>
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const shared = shareProvider(toProvider(own));
  shared.adopt(toProvider(theirs));
  const span = shared.getTracer('t').startSpan('one');
  const other = shared.getTracer('t').startSpan('other').spanContext();
  span
    .setAttributes({ a: 1, b: 2 })
    .addEvent('event')
    .addLink({ context: other })
    .addLinks([{ context: other }])
    .recordException(new Error('no luck'));
  span.end();
  const changesOf = ({ exporter }: typeof own) =>
    exporter.getFinishedSpans().map(({ attributes, events, links }) => ({
      attributes,
      events: events.map(({ name }) => name),
      links: links.length,
    }));
  const changes = [{ attributes: { a: 1, b: 2 }, events: ['event', 'exception'], links: 2 }];
  expect([changesOf(own), changesOf(theirs)]).toEqual([changes, changes]);
});

test('a span from before adoption stays the parent of ours', () => {
  const [own, theirs] = [recording(), recording()];
  const shared = shareProvider(own.provider);
  const early = shared.getTracer('t').startSpan('early');
  shared.adopt(theirs.provider);
  shared.getTracer('t').startSpan('late', {}, trace.setSpan(ROOT_CONTEXT, early)).end();
  early.end();
  expect(own.names()).toMatchObject([{ name: 'late', parent: 'early' }, { name: 'early' }]);
  expect(theirs.names()).toMatchObject([{ name: 'late', parent: undefined }]);
});

test('a deployed workflow with a provider of its own exports by that alone, and its calls have their tree', async () => {
  await using otlp = await startOtlpServer();
  const variables = { COLLECTOR: otlp.url, OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url };
  await using workflow = await hostWorkflow('own-provider.ts', { variables });
  expect(await workflow.ask('/playground/run/ask')).toMatchObject({
    data: true,
    tree: { nodes: [{ nodes: { outer: { nodes: { inner: {} }, otel: { attributes: { late: true } } } } }] },
  });
  // Theirs waits a minute: it is flushed at the end.
  await workflow.stop();
  await otlp.arrived;
  expect(otlp.received.map(({ path }) => path)).toEqual(['/mine']);
  for (const name of ['mine', 'ask', 'outer', 'inner']) expect(otlp.received[0]?.body).toContain(`"${name}"`);
});
