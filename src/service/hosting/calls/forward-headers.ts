import { CALL_MARK_HEADER } from '../../../contract/host-protocol/limits.ts';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

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

/** Converts the headers of a forwarded answer. A bundle may not set cookies for the service's origin. */
export function toResponseHeaders(incoming: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming)) {
    if (value === undefined || HOP_BY_HOP.has(name) || name === 'set-cookie') continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}
