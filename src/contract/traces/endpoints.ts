import * as z from 'zod';
import { BYTES, endpoint } from '../endpoint/endpoint.ts';
import { CollectStatus, SpanPage, SpanQuery } from './span.ts';

const tag = 'traces';

/** Spans name no app that this service could check. */
export const traceEndpoints = {
  getSpanStatus: endpoint({
    method: 'GET',
    path: '/observability/v1/otlp/traces',
    tag,
    summary: 'Check whether spans can be sent',
    source: 'public client',
    reach: 'open',
    response: CollectStatus,
  }),
  receiveSpans: endpoint({
    method: 'POST',
    path: '/observability/v1/otlp/traces',
    tag,
    summary: 'Store spans sent by OTLP/HTTP, as protobuf or JSON, compressed by gzip or not',
    source: 'public client',
    role: 'author',
    reach: 'all apps',
    body: BYTES,
    response: CollectStatus,
  }),
  listSpans: endpoint({
    method: 'GET',
    path: '/observability/v1/traces',
    tag,
    summary: 'List stored spans, newest first',
    source: 'public client',
    role: 'author',
    reach: 'all apps',
    query: SpanQuery,
    response: SpanPage,
  }),
  deleteSpans: endpoint({
    method: 'DELETE',
    path: '/observability/v1/traces',
    tag,
    summary: 'Delete spans by their ids',
    source: 'public client',
    role: 'operator',
    reach: 'all apps',
    query: z.object({ node_id: z.string().optional(), node_ids: z.array(z.string()).max(1000).optional() }),
    response: CollectStatus,
  }),
};
