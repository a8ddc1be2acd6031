import {
  context,
  type Context,
  trace,
  TraceFlags,
  type TracerProvider as TracerProviderOfApi,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { type Sampler, SamplingDecision, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { ADOPT_API, ADOPT_PROVIDER } from '../../foundation/adopt-provider.ts';
import type { ExchangeLog } from '../model-calls/open-exchange.ts';
import { type CallTrace, type TracedCall, traceUsage } from '../tracing/call-trace.ts';
import { type SharedProvider, shareProvider } from './shared-provider.ts';
import { createSpanCollector, findExchangeLog } from './span-collector.ts';
import { traceCall } from './trace-call.ts';

export type Tracing = ReturnType<typeof createTracing>;

/** Watches requests, and asks for each whose calls it belongs to. */
export type WatchRequests = (findLog: () => ExchangeLog | undefined) => void;

/**
 * Registers OpenTelemetry for this process. Its API finds the provider through `globalThis`, so every copy of the API,
 * in a bundle or outside, sends its spans to us.
 *
 * @param serviceName - name of the workflow in exported spans, which may become known later
 * @param watch - starts watching the HTTP requests of this process for calls of models
 * @param onAdopt - called when the workflow registers a provider of its own
 */
export function createTracing(
  serviceName: string | Promise<string>,
  watch: WatchRequests,
  onAdopt: () => void = () => undefined,
) {
  const collector = createSpanCollector();
  const exporters: SpanProcessor[] = [];
  // A provider of the workflow's own decides where its spans go.
  const isExporting = () => exporters.length > 0 && shared.adopted === undefined;
  const sampler: Sampler = {
    // Costs nothing for calls whose spans nobody asked for or exports.
    shouldSample: (within) => ({
      decision:
        isExporting() && isSampled(within)
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
  const shared = shareProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(shared);
  adoptProviders(shared, onAdopt);
  adoptApis();
  const tracer = shared.getTracer('wf');
  watch(() => findExchangeLog(context.active()));
  return {
    tracer: (call: TracedCall): CallTrace =>
      call.isInline || exporters.length > 0 || shared.adopted !== undefined
        ? traceCall(tracer, call)
        : traceUsage(call),
    /** Also sends all spans to another processor from now on. */
    exportTo: (processor: SpanProcessor): void => void exporters.push(processor),
    /** Sends the pending spans, also those of the workflow's own provider. */
    flush: async (): Promise<void> => void (await Promise.all([provider.forceFlush(), flushTheirs(shared.adopted)])),
  };
}

/** After ours is registered: from now on, whoever registers one is the workflow. */
function adoptProviders(shared: SharedProvider, onAdopt: () => void): void {
  const adopt = (provider: TracerProviderOfApi): boolean => {
    if (shared.adopted === undefined) onAdopt();
    shared.adopt(provider);
    return true;
  };
  Object.defineProperty(globalThis, ADOPT_PROVIDER, { value: adopt, configurable: true });
}

/** Providers of OpenTelemetry's SDK have it, which the API does not ask for. */
async function flushTheirs(provider: TracerProviderOfApi | undefined): Promise<void> {
  const { forceFlush } = (provider ?? {}) as { readonly forceFlush?: () => Promise<void> };
  await forceFlush?.call(provider);
}

function fanOut(processors: readonly SpanProcessor[]): SpanProcessor {
  return {
    onStart: (span, parent) => processors.forEach((processor) => processor.onStart(span, parent)),
    onEnd: (span) => processors.forEach((processor) => processor.onEnd(span)),
    forceFlush: async () => void (await Promise.all(processors.map((processor) => processor.forceFlush()))),
    shutdown: async () => void (await Promise.all(processors.map((processor) => processor.shutdown()))),
  };
}

/** A caller that does not record its trace wants none of it exported either. */
function isSampled(within: Context): boolean {
  const above = trace.getSpanContext(within);
  return above === undefined || (above.traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** Where every copy of the API of version 1 keeps what is registered. @source @opentelemetry/api, internal/global-utils */
const RECORD = Symbol.for('opentelemetry.js.api.1');

/**
 * Lets the workflow's copy of the API register meters, propagators and loggers, and find our provider, whatever its version:
 * a copy adds only to a record of its own version, and reads none of an older one. Call it when ours has registered all it has.
 */
function adoptApis(): void {
  // Ours has just created it.
  const record = { ...(Reflect.get(globalThis, RECORD) as { version: string }) };
  Reflect.set(globalThis, RECORD, record);
  // From now on, ours reads this record without looking at its version.
  context.active();
  let newest = '';
  const adopt = (version: string): void => {
    if (newest.localeCompare(version, 'en', { numeric: true }) < 0) newest = version;
    record.version = newest;
  };
  Object.defineProperty(globalThis, ADOPT_API, { value: adopt, configurable: true });
}
