import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { CALL_MARK_HEADER } from '../../../contract/host-protocol/limits.ts';
import type { ForwardedRequest } from '../hosting.ts';
import { type HeldBytes, toResponseBody } from './answer-body.ts';
import { type AnswerHead, toResponseHeaders } from './answer-head.ts';

/** Belong to one connection, not to the message. @source RFC 9110 §7.6.1 */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** The caller's credentials are for the service only: neither bundles nor self-hosted addresses may see them. */
const SERVICE_ONLY = new Set([
  'authorization',
  'cookie',
  'host',
  'content-length',
  'idempotency-key',
  'wf-revision',
  CALL_MARK_HEADER,
]);

/** Selects the headers of a forwarded request. `length` is null when the body streams. */
export function toRequestHeaders(
  headers: Headers,
  extra: Readonly<Record<string, string>>,
  length: number | null,
): OutgoingHttpHeaders {
  const forwarded = [...headers].filter(([name]) => !HOP_BY_HOP.has(name) && !SERVICE_ONLY.has(name));
  return { ...Object.fromEntries(forwarded), ...extra, ...(length === null ? {} : { 'content-length': length }) };
}

interface ForwardedAnswer extends AnswerHead {
  readonly body: Readable;
}

/**
 * Converts the answer of a workflow to a response.
 *
 * @throws {UnfitAnswer} when it is none that may be passed on
 */
export async function toForwardedResponse(
  { status, headers: given, body: incoming }: ForwardedAnswer,
  { method, signal: caller }: Pick<ForwardedRequest, 'method' | 'signal'>,
  held: HeldBytes,
): Promise<Response> {
  // One that is left unread breaks off.
  incoming.on('error', () => undefined);
  try {
    const headers = toResponseHeaders({ status, headers: given });
    if (method === 'HEAD' || status === 204 || status === 205 || status === 304) {
      // The parsers of HTTP know that the others have no body.
      if (status === 205) incoming.destroy();
      else incoming.resume();
      return new Response(null, { status, headers });
    }
    const contentType = headers.get('content-type');
    const { body, length } = await toResponseBody(incoming, {
      contentLength: lengthOf(given),
      contentType,
      caller,
      held,
    });
    if (length !== null) headers.set('content-length', String(length));
    return new Response(body, { status, headers });
  } catch (error) {
    incoming.destroy();
    throw error;
  }
}

function lengthOf(headers: IncomingHttpHeaders): number | null {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isNaN(length) ? null : length;
}
