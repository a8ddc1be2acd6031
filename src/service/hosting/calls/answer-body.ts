import type { Readable } from 'node:stream';
import { UnfitAnswer } from './answer-head.ts';

/** Sizes of an answer that is passed on, in bytes. */
export const ANSWER_BYTES = {
  /** Read at once. Longer ones stream. */
  short: 64 * 1024,
  /** JSON without a declared length, which is read before it is passed on. */
  undeclared: 10 * 1024 * 1024,
  /** All that is read at the same time of such JSON. */
  held: 64 * 1024 * 1024,
  /** Any answer. */
  most: 64 * 1024 * 1024,
} as const;

/** Counts the bytes of all answers that are held in memory. */
export interface HeldBytes {
  /** @throws {UnfitAnswer} when all answers together would be too long */
  take(this: void, bytes: number): void;
  give(this: void, bytes: number): void;
}

export function createHeldBytes(most: number = ANSWER_BYTES.held): HeldBytes {
  let held = 0;
  return {
    take: (bytes) => {
      if (held + bytes > most)
        throw new UnfitAnswer('was one of too many that answered at length at the same time', true);
      held += bytes;
    },
    give: (bytes) => void (held -= bytes),
  };
}

export interface AnswerBodyOptions {
  /** `null`: it is not declared. */
  readonly contentLength: number | null;
  readonly contentType: string | null;
  /** Fires when the caller disconnects. */
  readonly caller: AbortSignal;
  readonly held: HeldBytes;
}

export interface AnswerBody {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** `null`: nobody knows it yet. */
  readonly length: number | null;
}

/**
 * Buffers a short answer, and streams a longer one with back-pressure. It counts what is not declared: JSON before it is
 * passed on, so that its caller gets a reason, and anything else on its way, which then breaks off.
 *
 * @throws {UnfitAnswer} when it is too long
 */
export async function toResponseBody(incoming: Readable, options: AnswerBodyOptions): Promise<AnswerBody> {
  const { contentLength, contentType, caller, held } = options;
  if (contentLength === null && contentType !== null && /^application\/(?:[\w.+-]*\+)?json\b/i.test(contentType))
    return await hold(incoming, held);
  if (contentLength === null || contentLength > ANSWER_BYTES.short) {
    if ((contentLength ?? 0) > ANSWER_BYTES.most) throw tooLong(ANSWER_BYTES.most);
    return { body: toStream(incoming, caller), length: contentLength };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return { body: join(chunks), length: contentLength };
}

function tooLong(bytes: number, where = ''): UnfitAnswer {
  return new UnfitAnswer(`answered with more than ${bytes / 1024 / 1024} MiB${where}`);
}

function join(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  return Uint8Array.from(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
}

/** Reads an answer to its end, and gives its memory back as it is passed on. */
async function hold(incoming: Readable, { take, give }: HeldBytes): Promise<AnswerBody> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      if (length + chunk.length > ANSWER_BYTES.undeclared) throw tooLong(ANSWER_BYTES.undeclared, UNDECLARED);
      take(chunk.length);
      length += chunk.length;
      chunks.push(chunk);
    }
  } catch (error) {
    give(length);
    throw error;
  }
  if (length > ANSWER_BYTES.short) return { body: passOn(chunks, give), length };
  give(length);
  return { body: join(chunks), length };
}

const UNDECLARED = ' of JSON without a Content-Length';

function passOn(chunks: Buffer[], give: HeldBytes['give']): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) return controller.close();
        give(chunk.length);
        controller.enqueue(chunk);
      },
      cancel() {
        for (const chunk of chunks.splice(0)) give(chunk.length);
      },
    },
    { highWaterMark: 0 },
  );
}

function toStream(incoming: Readable, caller: AbortSignal): ReadableStream<Uint8Array> {
  let isOver = false;
  let passed = 0;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const fail = (error: Error): void => {
          isOver = true;
          incoming.destroy();
          controller.error(brokenOff(error));
        };
        incoming.on('data', (chunk: Buffer) => {
          // What was read before the end may still arrive.
          if (isOver) return;
          passed += chunk.length;
          if (passed > ANSWER_BYTES.most) return fail(tooLong(ANSWER_BYTES.most));
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
        });
        incoming.once('end', () => {
          if (!isOver) controller.close();
        });
        incoming.on('error', (error) => {
          if (isOver) return;
          // Breaking off after its caller has disconnected is not a failure, and nobody reads it.
          if (!caller.aborted) return fail(error);
          isOver = true;
          controller.close();
        });
      },
      pull() {
        incoming.resume();
      },
      cancel() {
        isOver = true;
        incoming.destroy();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: ANSWER_BYTES.short }),
  );
}

/** The server logs the error that breaks off an answer, and a stack of its internals would not help an operator. */
function brokenOff({ message }: Error): Error {
  const error = new Error(`A workflow broke off during its answer (${message}).`);
  error.stack = error.message;
  return error;
}
