import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { CALL_MARK_HEADER } from '../../../contract/host-protocol/limits.ts';

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

const BUFFERED_ANSWER = 64 * 1024;

/** Buffers a short answer, and streams a longer one with back-pressure. */
export async function toResponseBody(
  incoming: Readable,
  contentLength: number | null,
  caller: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream> {
  if (contentLength === null || contentLength > BUFFERED_ANSWER) return toStream(incoming, caller);
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] !== undefined
    ? Uint8Array.from(chunks[0])
    : Uint8Array.from(Buffer.concat(chunks));
}

export function lengthOf(headers: IncomingHttpHeaders): number | null {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isNaN(length) ? null : length;
}

function toStream(incoming: Readable, caller: AbortSignal): ReadableStream<Uint8Array> {
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        incoming.on('data', (chunk: Buffer) => {
          // What was read before a cancellation may still arrive.
          if (isCancelled) return;
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
        });
        incoming.once('end', () => {
          if (!isCancelled) controller.close();
        });
        incoming.once('error', (error) => {
          // Breaking off after its caller has disconnected is not a failure, and nobody reads it.
          if (!caller.aborted) controller.error(brokenOff(error));
          else if (!isCancelled) controller.close();
        });
      },
      pull() {
        incoming.resume();
      },
      cancel() {
        isCancelled = true;
        incoming.destroy();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_ANSWER }),
  );
}

/** The server logs the error that breaks off an answer, and a stack of its internals would not help an operator. */
function brokenOff({ message }: Error): Error {
  const error = new Error(`A workflow broke off during its answer (${message}).`);
  error.stack = error.message;
  return error;
}
