import * as z from 'zod';
import { absentAs } from '../endpoint/absent-value.ts';
import { BYTES, endpointsOf } from '../endpoint/endpoint.ts';
import { Instant } from '../validation/instant.ts';

/** Names a span of a trace, in hexadecimal digits. @source W3C Trace Context §3.2.2; public client */
const SpanContext = z.object({ trace_id: z.string(), span_id: z.string() });

const attributes = () => absentAs(z.record(z.string(), z.unknown()), {});

/** A stored span of a trace. @source public client */
export const Span = z.object({
  context: SpanContext,
  name: z.string(),
  kind: absentAs(z.string(), 'SPAN_KIND_UNSPECIFIED'),
  start_time: z.string(),
  end_time: z.string(),
  status_code: absentAs(z.string(), 'STATUS_CODE_UNSET'),
  status_message: z.string().nullable(),
  /** Its own, and those of its resource. */
  attributes: attributes(),
  events: absentAs(z.array(z.object({ name: z.string(), timestamp: z.string(), attributes: attributes() })), []),
  parent: SpanContext.nullable(),
  links: absentAs(z.array(z.object({ context: SpanContext, attributes: attributes() })), []),
});
export type Span = z.infer<typeof Span>;

/** A page of spans, newest first, and how many match. @source public client */
export const SpanPage = z.object({ version: z.string(), count: z.number().int(), spans: z.array(Span) });
export type SpanPage = z.infer<typeof SpanPage>;

/** What became of a request about spans. @source public client */
const CollectStatus = z.object({ version: z.string(), status: z.string() });

const NOT_OFFERED = 'This service selects spans by oldest, newest, page and size only';

/** Which spans to read. Filters of the public service that are missing here are refused, not ignored. @source public client */
export const SpanQuery = z.object({
  format: z.enum(['opentelemetry']).optional(),
  focus: z.enum(['node']).optional(),
  /** Only spans that began at this time or later. */
  oldest: Instant.optional(),
  /** Only spans that began before this time. */
  newest: Instant.optional(),
  page: z.coerce.number().int().min(1).max(10_000).optional(),
  size: z.coerce.number().int().min(1).max(1000).optional(),
  filtering: z.string().max(0, NOT_OFFERED).optional(),
  next: z.string().max(0, NOT_OFFERED).optional(),
  stop: z.string().max(0, NOT_OFFERED).optional(),
});

const endpoint = endpointsOf({ tag: 'traces', source: 'public client' });

/** Spans name no app that this service could check. */
export const traceEndpoints = {
  getSpanStatus: endpoint('GET /observability/v1/otlp/traces', {
    summary: 'Check whether spans can be sent',
    reach: 'open',
    response: CollectStatus,
  }),
  receiveSpans: endpoint('POST /observability/v1/otlp/traces', {
    summary: 'Store spans sent by OTLP/HTTP, as protobuf or JSON, compressed by gzip or not',
    role: 'author',
    reach: 'all apps',
    body: BYTES,
    response: CollectStatus,
  }),
  listSpans: endpoint('GET /observability/v1/traces', {
    summary: 'List stored spans, newest first',
    role: 'auditor',
    reach: 'all apps',
    query: SpanQuery,
    response: SpanPage,
  }),
  deleteSpans: endpoint('DELETE /observability/v1/traces', {
    summary: 'Delete spans by their ids',
    role: 'operator',
    reach: 'all apps',
    query: z.object({ node_id: z.string().optional(), node_ids: z.array(z.string()).max(1000).optional() }),
    response: CollectStatus,
  }),
};
