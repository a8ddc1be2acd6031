import {
  type Attributes,
  context,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { type Sampler, SamplingDecision, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Usage } from '../../sdk/context/usage.ts';
import { type CallTrace, type CallTracer, type TracedCall, traceUsage } from '../tracing/call-trace.ts';
import { recordedUsage } from '../tracing/recorded-usage.ts';
import { COST_ATTRIBUTE, readSpan, REASON_ATTRIBUTE, RECORDED_ATTRIBUTE } from './read-span.ts';
import { BATCH_ATTRIBUTE, HOUR_ATTRIBUTE, TIER_ATTRIBUTE } from './read-token-counts.ts';
import { collectWithin, createSpanCollector, isWithin } from './span-collector.ts';

/** Collects the spans that a workflow's code and its libraries create. */
export interface Tracing {
  readonly tracer: CallTracer;
  /** Also sends all spans to another processor from now on. */
  exportTo(processor: SpanProcessor): void;
  /** Sends the pending spans. */
  flush(): Promise<void>;
}

/**
 * Registers OpenTelemetry for this process. Its API finds the provider through `globalThis`, so every copy of the API,
 * in a bundle or outside, sends its spans to us.
 *
 * @param serviceName - name of the workflow in exported spans
 */
export function createTracing(serviceName: string): Tracing {
  const collector = createSpanCollector();
  const exporters: SpanProcessor[] = [];
  const sampler: Sampler = {
    // Costs nothing for calls whose spans nobody asked for or exports.
    shouldSample: (within) => ({
      decision:
        exporters.length > 0 && isSampled(within)
          ? SamplingDecision.RECORD_AND_SAMPLED
          : collector.isCollecting(within)
            ? SamplingDecision.RECORD
            : SamplingDecision.NOT_RECORD,
    }),
    toString: () => 'CallSampler',
  };
  const provider = new TracerProvider({
    sampler,
    spanProcessors: [collector.processor, fanOut(exporters)],
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanLimits: { attributeValueLengthLimit: 16_384 },
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer('wf');
  return {
    tracer: (call) => (call.isInline || exporters.length > 0 ? traceCall(tracer, call) : traceUsage(call)),
    exportTo: (processor) => void exporters.push(processor),
    flush: () => provider.forceFlush(),
  };
}

function fanOut(processors: readonly SpanProcessor[]): SpanProcessor {
  return {
    onStart: (span, parent) => processors.forEach((processor) => processor.onStart(span, parent)),
    onEnd: (span) => processors.forEach((processor) => processor.onEnd(span)),
    forceFlush: async () => void (await Promise.all(processors.map((processor) => processor.forceFlush()))),
    shutdown: async () => void (await Promise.all(processors.map((processor) => processor.shutdown()))),
  };
}

const PROPAGATOR = new W3CTraceContextPropagator();

/** A caller that does not record its trace wants none of it exported either. */
function isSampled(within: Context): boolean {
  const above = trace.getSpanContext(within);
  return above === undefined || (above.traceFlags & TraceFlags.SAMPLED) !== 0;
}

function traceCall(tracer: Tracer, { name, path, isInline, traceparent }: TracedCall): CallTrace {
  const caller = PROPAGATOR.extract(ROOT_CONTEXT, { traceparent: traceparent ?? undefined }, defaultTextMapGetter);
  const { context: outside, collection } = collectWithin(caller);
  const root = tracer.startSpan(name, { attributes: { 'wf.route': path } }, outside);
  const inside = trace.setSpan(outside, root);
  const { spanId, traceId } = root.spanContext();
  return {
    treeId: toUuid(traceId),
    run: (work) => context.with(inside, work),
    recordUsage(usage) {
      const active = context.active();
      // Code that lost its context, in its own queue for example, is still recognised by the handler that called it.
      const parent = isWithin(active, collection) ? active : inside;
      tracer.startSpan(usage.model, { attributes: toAttributes(usage) }, parent).end();
    },
    fail: (error) => failSpan(root, error),
    async finish() {
      root.end();
      if (!isInline) return [];
      await collection.settle();
      const spans = collection.ended.filter((span) => span.spanContext().spanId !== spanId).map(readSpan);
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
