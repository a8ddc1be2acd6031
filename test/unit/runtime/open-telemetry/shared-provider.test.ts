import type * as Api from '@opentelemetry/api';
import { context, ROOT_CONTEXT, SpanStatusCode, trace, type TracerProvider as AnyProvider } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tempProject } from '../../../helpers/temp-project.ts';
import { ADOPT_API, ADOPT_PROVIDER } from '../../../../src/foundation/adopt-provider.ts';
import { createTracing } from '../../../../src/runtime/open-telemetry/create-tracing.ts';
import { ownSpan, shareInstalledApi, shareProvider } from '../../../../src/runtime/open-telemetry/shared-provider.ts';

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

describe('a shared provider', () => {
  beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
  afterAll(() => context.disable());

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
});

const older = createRequire(resolve('node_modules/@ai-sdk/otel/package.json'))('@opentelemetry/api') as typeof Api;
const PROPAGATOR: Api.TextMapPropagator = {
  inject: () => undefined,
  extract: (within) => within,
  fields: () => ['mine'],
};

describe('copies of the API of other versions', () => {
  /** What a process has once; other tests may run in this one. */
  const ONCE = [Symbol.for('opentelemetry.js.api.1'), ADOPT_API, ADOPT_PROVIDER];
  let before: unknown[] = [];

  beforeEach(() => {
    before = ONCE.map((name) => Reflect.get(globalThis, name));
    for (const name of ONCE) Reflect.deleteProperty(globalThis, name);
  });

  afterEach(() => {
    for (const [index, name] of ONCE.entries())
      Object.defineProperty(globalThis, name, { value: before[index], configurable: true, writable: true });
  });

  test('register what is their own, and ours keeps what it has', () => {
    createTracing('support', () => undefined);
    const adopt = Reflect.get(globalThis, ADOPT_API) as (version: string) => void;

    expect(older.propagation.setGlobalPropagator(PROPAGATOR)).toBe(false);
    adopt('1.9.1');
    expect(older.propagation.setGlobalPropagator(PROPAGATOR)).toBe(true);
    expect(older.propagation.fields()).toEqual(['mine']);
    const key = older.createContextKey('mine');
    const found = context.with(context.active().setValue(key, 'set'), () => older.context.active().getValue(key));
    expect(found).toBe('set');
    const span = trace.getTracer('ours').startSpan('one');
    expect(context.with(trace.setSpan(context.active(), span), () => older.trace.getActiveSpan())).toBe(span);
  });

  test('register by the newest, and all read', () => {
    createTracing('support', () => undefined);
    const adopt = Reflect.get(globalThis, ADOPT_API) as (version: string) => void;
    for (const version of ['1.9.1', '1.11.0', '1.10.0']) adopt(version);

    expect(Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1'))).toMatchObject({ version: '1.11.0' });
    expect(older.context.active()).toBe(context.active());
  });
});

/** The shape of the API's releases up to 1.9. */
const API = `
class TraceAPI {
  registered = [];
  setGlobalTracerProvider(provider) { this.registered.push(provider); return true; }
}
exports.trace = new TraceAPI();
`;

test('an installed copy of the API hands over what is registered, once there is somebody to take it', async () => {
  await using project = await tempProject({
    'node_modules/@opentelemetry/api/package.json':
      '{"name":"@opentelemetry/api","version":"1.9.0","main":"index.cjs"}',
    'node_modules/@opentelemetry/api/index.cjs': API,
    'use.cjs': "module.exports = require('@opentelemetry/api').trace;",
  });
  const file = project.path('use.cjs');
  await shareInstalledApi(file);
  await shareInstalledApi(file);
  const { default: trace } = (await import(file)) as {
    default: { registered: unknown[]; setGlobalTracerProvider: (provider: object) => boolean };
  };
  Reflect.deleteProperty(globalThis, ADOPT_PROVIDER); // Tracing that started in this process takes providers.
  expect(trace.setGlobalTracerProvider({ name: 'early' })).toBe(true);
  const adopted: unknown[] = [];
  const adopt = (provider: unknown) => adopted.push(provider) > 0;
  Object.defineProperty(globalThis, ADOPT_PROVIDER, { value: adopt, configurable: true });
  expect(trace.setGlobalTracerProvider({ name: 'late' })).toBe(true);
  Reflect.deleteProperty(globalThis, ADOPT_PROVIDER);
  expect({ registered: trace.registered, adopted }).toEqual({
    registered: [{ name: 'early' }],
    adopted: [{ name: 'late' }],
  });
});

test('a project without the API is left alone', async () => {
  await using project = await tempProject({});
  await expect(shareInstalledApi(project.path('use.cjs'))).resolves.toBeUndefined();
});
