import {
  type Attributes,
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import type { Usage } from '../../sdk/context/routing-context.ts';
import { type ModelCall, modelOf } from '../model-calls/open-exchange.ts';
import {
  type CallSpan,
  type CallTrace,
  recordedUsage,
  type SpanUsage,
  type TracedCall,
} from '../tracing/call-trace.ts';
import { claimCalls, type SeenCall } from './claim-calls.ts';
import { toSeenUsage, writeModelCallSpan } from './model-call-span.ts';
import { COST_ATTRIBUTE, readSpan, REASON_ATTRIBUTE, RECORDED_ATTRIBUTE } from './read-span.ts';
import { writeTokenCounts } from './read-token-counts.ts';
import { ownSpan } from './shared-provider.ts';
import { collectWithin, isWithin, MAX_WAIT_MS, type SpanCollection } from './span-collector.ts';

const PROPAGATOR = new W3CTraceContextPropagator();

/** Traces one call with a span of its own, below its caller's. */
export function traceCall(tracer: Tracer, { name, path, isInline, traceparent, onUsage }: TracedCall): CallTrace {
  const caller = PROPAGATOR.extract(ROOT_CONTEXT, { traceparent: traceparent ?? undefined }, defaultTextMapGetter);
  const { context: outside, collection } = collectWithin(caller);
  const root = tracer.startSpan(name, { attributes: { 'wf.route': path } }, outside);
  const inside = trace.setSpan(outside, root);
  const { spanId, traceId } = ownSpan(root).spanContext();
  let finished: Promise<CallSpan[]> | undefined;
  let isOver = false;
  const finish = () => (finished ??= finishSpans(tracer, collection));
  if (onUsage !== undefined) collection.onEnd = createReporter(collection, onUsage);
  return {
    treeId: toUuid(traceId),
    run: (work) => context.with(inside, work),
    recordUsage(usage) {
      const active = context.active();
      // Code that lost its context, in its own queue for example, is still recognised by the handler that called it.
      const parent = isWithin(active, collection) ? active : inside;
      tracer.startSpan(usage.model, { attributes: toAttributes(usage) }, parent).end();
    },
    fail(error) {
      if (isOver) return;
      isOver = true;
      failSpan(root, error);
      void finish();
    },
    async finish() {
      if (!isOver) root.end();
      isOver = true;
      const finished = finish();
      if (!isInline) return [];
      const spans = (await finished).filter(({ id }) => id !== spanId);
      return spans.map((span) => (span.parentId === spanId ? { ...span, parentId: null } : span));
    },
  };
}

function failSpan(span: Span, error: unknown): void {
  span.recordException(error instanceof Error ? error : String(error));
  span.setStatus({ code: SpanStatusCode.ERROR, message: messageOf(error) });
  span.end();
}

function toAttributes(recorded: Usage): Attributes {
  const usage = recordedUsage(recorded);
  const { model, provider, cost, reason } = usage;
  return {
    'gen_ai.request.model': model,
    'gen_ai.provider.name': provider,
    ...writeTokenCounts(usage),
    [RECORDED_ATTRIBUTE]: true,
    [COST_ATTRIBUTE]: cost === undefined ? undefined : (cost ?? 'unknown'),
    [REASON_ATTRIBUTE]: reason,
  };
}

/** The tree's id finds an exported trace. */
function toUuid(traceId: string): string {
  return traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** More reports than these would take longer than the calls they are about. */
const MAX_REPORTS = 100;

/** Creates the function that reports the usage of a call when one of its spans has ended. */
function createReporter(collection: SpanCollection, onUsage: NonNullable<TracedCall['onUsage']>): () => void {
  const spans: CallSpan[] = [];
  let [used, calls] = [0, 0];
  return () => {
    const ended = collection.ended.slice(spans.length).map(readSpan);
    spans.push(...ended);
    const isMore = ended.some(({ usage }) => usage !== null) || collection.exchanges.ended.length > calls;
    calls = collection.exchanges.ended.length;
    if (!isMore) return;
    used += 1;
    if (used <= MAX_REPORTS || used % MAX_REPORTS === 0) onUsage(readUsedSoFar(spans, collection.exchanges.ended));
  };
}

/** Reads the spans of models that have ended, and those of calls that have no span yet. */
function readUsedSoFar(spans: readonly CallSpan[], calls: readonly ModelCall[]): CallSpan[] {
  const { unclaimed, usages } = claimCalls(calls.map(toSeenCall), spans, isRecorded);
  const filled = spans.map((span) => ({ ...span, usage: usages.get(span.id) ?? span.usage }));
  return [...filled, ...unclaimed.flatMap(toUnwrittenSpan)];
}

/** A call that failed before its answer used nothing. */
function toUnwrittenSpan({
  call,
  startedAt,
  endedAt,
  parentId,
  usage,
}: SeenCall & { readonly call: ModelCall }): CallSpan[] {
  if (call.failure !== undefined && usage === null) return [];
  const name = modelOf(call);
  const unknown: SpanUsage = { model: name, input_tokens: null, output_tokens: null, cost: null };
  const reason = call.reason === undefined ? {} : { reason: call.reason };
  const named = { id: crypto.randomUUID(), parentId, name, type: 'chat' } as const;
  const status = { code: 'OK' } as const;
  return [{ ...named, startedAt, endedAt, status, usage: usage ?? { ...unknown, ...reason }, attributes: {} }];
}

/** Waits for the spans of a call, and writes those of model calls that have none. */
async function finishSpans(tracer: Tracer, collection: SpanCollection): Promise<CallSpan[]> {
  const [calls] = await Promise.all([collection.exchanges.settle(MAX_WAIT_MS), collection.settle()]);
  const spans = collection.ended.map(readSpan);
  if (calls.length === 0) return spans;
  const { unclaimed, usages } = claimCalls(calls.map(toSeenCall), spans, isRecorded);
  const count = collection.ended.length;
  for (const { call } of unclaimed) writeModelCallSpan(tracer, call);
  const filled = spans.map((span) => ({ ...span, usage: usages.get(span.id) ?? span.usage }));
  return [...filled, ...collection.ended.slice(count).map(readSpan)];
}

function isRecorded({ attributes }: CallSpan): boolean {
  return attributes[RECORDED_ATTRIBUTE] === true;
}

function toSeenCall(call: ModelCall): SeenCall & { readonly call: ModelCall } {
  const parent = trace.getSpan(call.context);
  const { startedAt, endedAt, request, answer, isUnknown = false } = call;
  return {
    call,
    startedAt,
    endedAt,
    parentId: parent === undefined ? null : ownSpan(parent).spanContext().spanId,
    models: [request.model, answer?.model].filter((model) => model !== undefined),
    isUnknown,
    usage: toSeenUsage(call),
  };
}
