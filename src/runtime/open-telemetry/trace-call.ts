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
import type { Usage } from '../../sdk/context/usage.ts';
import type { CallSpan, CallTrace, TracedCall } from '../tracing/call-trace.ts';
import { recordedUsage } from '../tracing/recorded-usage.ts';
import { finishSpans } from './finish-spans.ts';
import { COST_ATTRIBUTE, REASON_ATTRIBUTE, RECORDED_ATTRIBUTE } from './read-span.ts';
import { BATCH_ATTRIBUTE, HOUR_ATTRIBUTE, TIER_ATTRIBUTE } from './read-token-counts.ts';
import { ownSpan } from './shared-provider.ts';
import { collectWithin, isWithin } from './span-collector.ts';

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
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
  span.end();
}

function toAttributes(recorded: Usage): Attributes {
  const { model, provider, input_tokens, output_tokens, cost, reason, ...usage } = recordedUsage(recorded);
  return {
    'gen_ai.request.model': model,
    'gen_ai.provider.name': provider,
    'gen_ai.usage.input_tokens': input_tokens ?? undefined,
    'gen_ai.usage.output_tokens': output_tokens ?? undefined,
    'gen_ai.usage.cache_read.input_tokens': usage.cache_read_tokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cache_write_tokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning_tokens,
    [HOUR_ATTRIBUTE]: usage.cache_write_1h_tokens,
    [BATCH_ATTRIBUTE]: usage.batch,
    [TIER_ATTRIBUTE]: usage.service_tier,
    [RECORDED_ATTRIBUTE]: true,
    [COST_ATTRIBUTE]: cost === undefined ? undefined : (cost ?? 'unknown'),
    [REASON_ATTRIBUTE]: reason,
  };
}

/** The tree's id finds an exported trace. */
function toUuid(traceId: string): string {
  return traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
