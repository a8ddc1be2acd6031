import { defaultTextMapGetter, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { maskKeys } from '../../contract/keys/key-in-address.ts';
import { countQueries } from '../store/query-time.ts';
import type { HostedLabels, ServedRequest } from './served-request.ts';

export interface RequestTraces extends AsyncDisposable {
  /**
   * Begins the span of a request, as a child of the caller's where it sends one. The forwarded request carries the new span
   * in its headers.
   */
  begin(request: Request): RequestTrace;
}

export interface RequestTrace {
  /** Answers the request; its queries are counted. */
  run<T>(work: () => Promise<T>): Promise<T>;
  end(served: ServedRequest): void;
}

/** Longest wait for spans to be sent when closing. */
const FLUSH_MS = 2000;
const HEADERS = ['traceparent', 'tracestate'];

/** Traces a service's requests. @source W3C Trace Context; OpenTelemetry semantic conventions, HTTP server spans */
export function createRequestTraces(processor: SpanProcessor, serviceName: string): RequestTraces {
  // Not registered globally: other tracing in this process stays independent.
  const provider = new TracerProvider({
    spanProcessors: [processor],
    resource: resourceFromAttributes({ 'service.name': serviceName }),
  });
  const tracer = provider.getTracer('wf');
  const propagator = new W3CTraceContextPropagator();
  const begin = (request: Request): RequestTrace => {
    const sent = Object.fromEntries(HEADERS.map((name) => [name, request.headers.get(name) ?? undefined]));
    const caller = propagator.extract(ROOT_CONTEXT, sent, defaultTextMapGetter);
    const attributes = { 'http.request.method': request.method, 'url.path': maskKeys(new URL(request.url).pathname) };
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, caller);
    propagator.inject(trace.setSpan(caller, span), request.headers, {
      set: (headers: Headers, name, value) => headers.set(name, value),
    });
    let time = { queries: 0, ms: 0 };
    return {
      run: async (work) => {
        const counted = countQueries(work);
        try {
          return await counted.result;
        } finally {
          time = { ...counted.time };
        }
      },
      end: (served) => endSpan(span, served, time),
    };
  };
  const close = async (): Promise<void> => {
    const late = new Promise<void>((resolve) => void setTimeout(resolve, FLUSH_MS).unref());
    // Spans that cannot be sent are lost; closing must not fail for them.
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
  return { begin, [Symbol.asyncDispose]: close };
}

function endSpan(
  span: Span,
  { method, route, status, requestId, keyId, hosted }: ServedRequest,
  time: { queries: number; ms: number },
) {
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.route': route,
    'http.response.status_code': status,
    'wf.request_id': requestId,
    'wf.database.queries': time.queries,
    'wf.database.ms': Math.round(time.ms * 1000) / 1000,
    ...(keyId === null ? {} : { 'wf.key_id': keyId }),
    ...(hosted === null ? {} : toAttributes(hosted)),
    ...(status < 500 ? {} : { 'error.type': String(status) }),
  });
  // A caller's mistake is not a server error.
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function toAttributes({ app, variant, revision, environment }: HostedLabels) {
  return {
    'wf.app': app,
    'wf.variant': variant,
    ...(revision === null ? {} : { 'wf.revision': revision }),
    ...(environment === null ? {} : { 'wf.environment': environment }),
  };
}
