import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

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

/** Reads the length of an answer from its headers; `null` when they do not say. */
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
