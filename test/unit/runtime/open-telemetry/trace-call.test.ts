import { type Context, ROOT_CONTEXT, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { type ReadableSpan, type Span, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ModelCall } from '../../../../src/runtime/model-calls/open-exchange.ts';
import {
  collectWithin,
  createSpanCollector,
  findExchangeLog,
  isWithin,
} from '../../../../src/runtime/open-telemetry/span-collector.ts';
import { traceCall } from '../../../../src/runtime/open-telemetry/trace-call.ts';
import { collect } from '../../../helpers/collect.ts';
import { withinTrace } from '../../../../src/runtime/tracing/call-trace.ts';

/** A tracer whose spans are collected, with the contexts in which they started. */
function openTracer() {
  const collector = createSpanCollector();
  const started: Context[] = [];
  const ended: ReadableSpan[] = [];
  const watching = {
    ...collector.processor,
    onStart: (_: unknown, parent: Context) => void started.push(parent),
    onEnd: (span: ReadableSpan) => void ended.push(span),
  };
  const provider = new TracerProvider({ spanProcessors: [collector.processor, watching] });
  return { tracer: provider.getTracer('test'), started, ended, isCollecting: collector.isCollecting };
}

const CALL = { name: 'answer', path: '/', isInline: true };

test('a call has a span below its caller, and returns those below its own', async () => {
  const { tracer, ended, started } = openTracer();
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const call = traceCall(tracer, { ...CALL, path: '/ask', traceparent: `00-${traceId}-${spanId}-01` });
  expect(call.treeId).toBe('0af76519-16cd-43dd-8448-eb211c80319c');
  const [within] = started;
  const inside = trace.setSpan(within!, trace.wrapSpanContext({ traceId, spanId: '2'.repeat(16), traceFlags: 1 }));
  tracer.startSpan('step', {}, inside).end();
  expect(call.run(() => 7)).toBe(7);

  const spans = await call.finish();

  const root = ended.find(({ name }) => name === 'answer');
  expect([root?.parentSpanContext?.spanId, root?.attributes]).toEqual([spanId, { 'wf.route': '/ask' }]);
  expect(spans.map(({ name, parentId, type }) => [name, parentId, type])).toEqual([['step', '2'.repeat(16), 'task']]);
  expect(await call.finish()).toEqual(spans);
});

test('recorded usage is a span below the call, with all its counts', async () => {
  const { tracer } = openTracer();
  const call = traceCall(tracer, CALL);
  call.recordUsage({
    model: 'm',
    provider: 'openai',
    input_tokens: 20,
    output_tokens: 10,
    cache_read_tokens: 1,
    cache_write_tokens: 3,
    cache_write_1h_tokens: 2,
    reasoning_tokens: 4,
    batch: true,
    service_tier: 'flex',
    cost: 0.5,
    input_includes_cache: true,
  });
  call.recordUsage({ model: 'n', input_tokens: 1, output_tokens: 2, cost: null });
  call.recordUsage({ model: 'o', input_tokens: Number.NaN, output_tokens: 2 });
  const spans = await call.finish();
  expect(spans.map(({ name, parentId, isUntimed, type }) => [name, parentId, isUntimed, type])).toEqual([
    ['m', null, true, 'completion'],
    ['n', null, true, 'completion'],
    ['o', null, true, 'completion'],
  ]);
  expect(spans.map(({ usage }) => usage)).toEqual([
    {
      model: 'm',
      requestedModel: 'm',
      provider: 'openai',
      input_tokens: 20,
      output_tokens: 10,
      cache_read_tokens: 1,
      cache_write_tokens: 3,
      cache_write_1h_tokens: 2,
      reasoning_tokens: 4,
      batch: true,
      service_tier: 'flex',
      cost: 0.5,
    },
    { model: 'n', requestedModel: 'n', input_tokens: 1, output_tokens: 2, cost: null },
    {
      model: 'o',
      requestedModel: 'o',
      input_tokens: null,
      output_tokens: null,
      cost: null,
      reason: 'recordUsage was given input_tokens: NaN',
    },
  ]);
  expect(spans[0]?.attributes).toEqual({
    'gen_ai.request.model': 'm',
    'gen_ai.provider.name': 'openai',
    'gen_ai.usage.input_tokens': 20,
    'gen_ai.usage.output_tokens': 10,
    'gen_ai.usage.cache_read.input_tokens': 1,
    'gen_ai.usage.cache_creation.input_tokens': 3,
    'gen_ai.usage.reasoning.output_tokens': 4,
    'wf.usage.cache_write_1h_tokens': 2,
    'wf.usage.batch': true,
    'wf.usage.service_tier': 'flex',
    'wf.usage.recorded': true,
    'wf.usage.cost': 0.5,
  });
});

test.each([
  [new TypeError('gone'), 'TypeError', 'gone'],
  ['odd', undefined, 'odd'],
])('a call that fails ends with its error: %s', async (error, type, message) => {
  const { tracer, ended } = openTracer();
  traceCall(tracer, CALL).fail(error);
  expect(ended).toHaveLength(1);
  expect(ended[0]?.status).toEqual({ code: SpanStatusCode.ERROR, message });
  expect(ended[0]?.events.map(({ name, attributes }) => [name, attributes?.['exception.type']])).toEqual([
    ['exception', type],
  ]);
});

test('a caller that does not ask for spans waits for none', async () => {
  const { tracer, ended } = openTracer();
  const call = traceCall(tracer, { ...CALL, isInline: false });
  call.recordUsage({ model: 'm', input_tokens: 1, output_tokens: 2 });
  expect(await call.finish()).toEqual([]);
  expect(ended.map(({ name }) => name)).toEqual(['m', 'answer']);
});

test('a stream that fails, or that its reader leaves, ends the span of its call', async () => {
  const { tracer, ended } = openTracer();
  async function* count() {
    yield await Promise.resolve(1);
    throw new Error('no luck');
  }
  await expect(collect(withinTrace(count(), traceCall(tracer, CALL)))).rejects.toThrow('no luck');
  for await (const item of withinTrace(count(), traceCall(tracer, { ...CALL, name: 'left' }))) if (item === 1) break;
  expect(ended.map(({ name, status }) => [name, status.code])).toEqual([
    ['answer', SpanStatusCode.ERROR],
    ['left', SpanStatusCode.UNSET],
  ]);
});

test('without a caller of its own, a call begins a trace', () => {
  const { tracer } = openTracer();
  const [one, other] = [traceCall(tracer, { ...CALL, traceparent: null }), traceCall(tracer, CALL)];
  expect(one.treeId).toMatch(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/);
  expect(one.treeId).not.toBe(other.treeId);
});

const AT = new Date(1_000_000);
const seenCall = (changes: Partial<ModelCall> = {}): ModelCall => ({
  operation: 'chat',
  provider: 'openai',
  host: 'api.openai.com',
  startedAt: AT,
  endedAt: new Date(1_000_500),
  context: ROOT_CONTEXT,
  request: { isStream: false, asksForUsage: false, messages: [], model: 'm' },
  answer: { parts: [], finishReasons: [], model: 'm-1', tokens: { input_tokens: 5, output_tokens: 6 } },
  ...changes,
});

/** Traces a call in which these calls of models were seen. */
async function traceSeen(
  seen: readonly ModelCall[],
  work: (tracer: Tracer, within: Context) => void = () => undefined,
) {
  const { tracer, started } = openTracer();
  const call = traceCall(tracer, CALL);
  const within = started[0]!;
  const log = findExchangeLog(within);
  for (const one of seen) log?.add({ calls: Promise.resolve([{ ...one, context: within }]), abandon: () => undefined });
  work(tracer, within);
  return (await call.finish()).map(({ name, type, usage }) => [name, type, usage]);
}

const USAGE = { model: 'm-1', provider: 'openai', input_tokens: 5, output_tokens: 6 };

test('a call of a model that nobody made a span of gets one', async () => {
  expect(await traceSeen([seenCall()])).toEqual([
    ['chat m-1', 'chat', { ...USAGE, requestedModel: 'm', isSeen: true }],
  ]);
});

test('a span of the same call has its tokens, and no second one is made', async () => {
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };
  const spans = await traceSeen([seenCall()], (tracer, within) => {
    tracer.startSpan('ask', { attributes, startTime: AT }, within).end(new Date(1_000_500));
  });
  expect(spans).toEqual([['ask', 'chat', { ...USAGE, requestedModel: 'm', isSeen: true }]]);
});

test('a call without a provider or tokens gets a span that says so', async () => {
  const { provider: _, ...unknown } = seenCall({ answer: { parts: [], finishReasons: [] }, reason: 'no tokens' });
  expect(await traceSeen([unknown])).toEqual([
    [
      'chat m',
      'chat',
      {
        model: 'm',
        requestedModel: 'm',
        input_tokens: null,
        output_tokens: null,
        cost: null,
        reason: 'no tokens',
        isSeen: true,
      },
    ],
  ]);
});

test('usage that was recorded for a seen call counts once', async () => {
  const attributes = {
    'gen_ai.request.model': 'm',
    'gen_ai.usage.input_tokens': 5,
    'gen_ai.usage.output_tokens': 6,
    'wf.usage.recorded': true,
  };
  const spans = await traceSeen([seenCall()], (tracer, within) => {
    tracer.startSpan('m', { attributes }, within).end();
  });
  expect(spans.map(([name]) => name)).toEqual(['m']);
});

test('spans belong to the call in whose context they start', async () => {
  const { tracer, isCollecting } = openTracer();
  const { context, collection } = collectWithin(ROOT_CONTEXT);
  expect([isCollecting(context), isCollecting(ROOT_CONTEXT)]).toEqual([true, false]);
  expect([findExchangeLog(context), findExchangeLog(ROOT_CONTEXT)]).toEqual([collection.exchanges, undefined]);
  const [inside, outside] = [tracer.startSpan('inside', {}, context), tracer.startSpan('outside', {}, ROOT_CONTEXT)];
  let isSettled = false;
  const settled = collection.settle().then(() => (isSettled = true));
  outside.end();
  await Promise.resolve();
  expect(isSettled).toBe(false);
  inside.end();
  await settled;
  expect(collection.ended.map(({ name }) => name)).toEqual(['inside']);
  const other = collectWithin(ROOT_CONTEXT);
  expect([isWithin(context, collection), isWithin(context, other.collection)]).toEqual([true, false]);
});

/** The collector only tells spans apart. */
const createSpan = () => ({}) as Span & ReadableSpan;

test('a call waits until its last span has ended', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { processor } = createSpanCollector();
  const { context, collection } = collectWithin(ROOT_CONTEXT);
  await collection.settle();
  const [a, b] = [createSpan(), createSpan()];
  for (const span of [a, b]) processor.onStart(span, context);
  let hasSettled = false;
  const settled = collection.settle().then(() => (hasSettled = true));
  processor.onEnd(b);
  await vi.advanceTimersByTimeAsync(999);
  expect(hasSettled).toBe(false);
  processor.onEnd(a);
  await settled;
  expect(vi.getTimerCount()).toBe(0);
});

test('a call waits a second for a span that does not end', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { processor } = createSpanCollector();
  const { context, collection } = collectWithin(ROOT_CONTEXT);
  processor.onStart(createSpan(), context);
  const settled = collection.settle();
  await vi.advanceTimersByTimeAsync(1000);
  await settled;
  expect(collection.ended).toEqual([]);
});

test('of a call, 10,000 spans are kept, those that began first', async () => {
  const { processor } = createSpanCollector();
  const { context, collection } = collectWithin(ROOT_CONTEXT);
  const spans = Array.from({ length: 10_001 }, createSpan);
  for (const span of spans) processor.onStart(span, context);
  for (const span of spans.toReversed()) processor.onEnd(span);
  await collection.settle();
  expect([collection.ended.length, collection.ended.includes(spans[10_000]!), collection.ended.at(-1)]).toEqual([
    10_000,
    false,
    spans[0],
  ]);
});
