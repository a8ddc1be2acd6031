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
import type { ModelCall } from '../model-calls/open-exchange.ts';
import { type CallSpan, type CallTrace, recordedUsage, type TracedCall } from '../tracing/call-trace.ts';
import { claimCalls, type SeenCall } from './claim-calls.ts';
import { toSeenUsage, writeModelCallSpan } from './model-call-span.ts';
import { COST_ATTRIBUTE, readSpan, REASON_ATTRIBUTE, RECORDED_ATTRIBUTE } from './read-span.ts';
import { writeTokenCounts } from './read-token-counts.ts';
import { ownSpan } from './shared-provider.ts';
import { collectWithin, isWithin, MAX_WAIT_MS, type SpanCollection } from './span-collector.ts';

const PROPAGATOR = new W3CTraceContextPropagator();

/** Traces one call with a span of its own, below its caller's. */
export function traceCall(tracer: Tracer, { name, path, isInline, traceparent }: TracedCall): CallTrace {
  const caller = PROPAGATOR.extract(ROOT_CONTEXT, { traceparent: traceparent ?? undefined }, defaultTextMapGetter);
  const { context: outside, collection } = collectWithin(caller);
  const root = tracer.startSpan(name, { attributes: { 'wf.route': path } }, outside);
  const inside = trace.setSpan(outside, root);
  const { spanId, traceId } = ownSpan(root).spanContext();
  let finished: Promise<CallSpan[]> | undefined;
  const finish = () => (finished ??= finishSpans(tracer, collection));
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
      failSpan(root, error);
      void finish();
    },
    async finish() {
      root.end();
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
