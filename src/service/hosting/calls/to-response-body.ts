import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

const BUFFERED_ANSWER = 64 * 1024;

/** A short answer whole, a longer one as a stream that holds back the sender when nobody reads. */
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

/** The length that the headers of an answer tell; `null` when they tell none. */
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
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
        });
        incoming.once('end', () => controller.close());
        incoming.once('error', (error) => {
          // That it breaks when its caller leaves is no failure, and nobody is left to tell.
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

/** The server prints what breaks an answer off, and a stack of its own insides would tell an operator nothing. */
function brokenOff({ message }: Error): Error {
  const error = new Error(`A workflow broke off in the middle of an answer (${message}).`);
  error.stack = error.message;
  return error;
}
