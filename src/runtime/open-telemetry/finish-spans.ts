import { trace, type Tracer } from '@opentelemetry/api';
import { type ModelCall, modelOf } from '../model-calls/model-call.ts';
import type { CallSpan } from '../tracing/call-trace.ts';
import { claimCalls, type SeenCall } from '../tracing/claim-calls.ts';
import { toSpanUsage } from '../tracing/to-span-usage.ts';
import { writeModelCallSpan } from './model-call-span.ts';
import { readSpan, RECORDED_ATTRIBUTE } from './read-span.ts';
import { ownSpan } from './shared-provider.ts';
import { MAX_WAIT_MS, type SpanCollection } from './span-collector.ts';

/** Waits for the spans of a call, and writes those of model calls that have none. */
export async function finishSpans(tracer: Tracer, collection: SpanCollection): Promise<CallSpan[]> {
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
  const { startedAt, endedAt, provider, request, answer } = call;
  const tokens = answer?.tokens;
  const usage = { model: modelOf(call), ...(provider === undefined ? {} : { provider }), ...tokens };
  return {
    call,
    startedAt,
    endedAt,
    parentId: parent === undefined ? null : ownSpan(parent).spanContext().spanId,
    models: [request.model, answer?.model].filter((model) => model !== undefined),
    usage: tokens === undefined ? null : toSpanUsage({ ...usage, ...tokens }),
  };
}
