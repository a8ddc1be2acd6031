import type { Readable } from 'node:stream';
import {
  ANSWER,
  formatSize,
  HELD_ANSWERS,
  type Size,
  UNDECLARED_ANSWER,
  WORKFLOW_ANSWERS,
} from '../../../foundation/sizes.ts';
import { UnfitAnswer } from './answer-head.ts';

/** Longer answers stream. */
const SHORT_BYTES = 64 * 1024;

/** Counts the bytes of answers of a workflow that are held in memory. */
export interface HeldBytes {
  /** @throws {UnfitAnswer} when its answers, or those of all workflows, would be too long together */
  take(this: void, bytes: number): void;
  give(this: void, bytes: number): void;
}

/** Counts them for each workflow: one whose answers are not read keeps no other one from answering. */
export function createHeldAnswers(): (workflow: string) => HeldBytes {
  const held = new Map<string, number>();
  let inAll = 0;
  return (workflow) => {
    const add = (bytes: number): void => {
      const own = (held.get(workflow) ?? 0) + bytes;
      inAll += bytes;
      if (own === 0) held.delete(workflow);
      else held.set(workflow, own);
    };
    return {
      take: (bytes) => {
        if ((held.get(workflow) ?? 0) + bytes > WORKFLOW_ANSWERS.most) throw tooMany(WORKFLOW_ANSWERS, 'others of it');
        if (inAll + bytes > HELD_ANSWERS.most) throw tooMany(HELD_ANSWERS, 'others');
        add(bytes);
      },
      give: (bytes) => add(-bytes),
    };
  };
}

function tooMany(most: Size, others: string): UnfitAnswer {
  const size = formatSize(most);
  return new UnfitAnswer(
    `answered while ${others} did, with more than ${size} of JSON without a Content-Length together`,
    true,
  );
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
  if (contentLength === null || contentLength > SHORT_BYTES) {
    if ((contentLength ?? 0) > ANSWER.most) throw tooLong(ANSWER);
    return { body: toStream(incoming, caller), length: contentLength };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return { body: join(chunks), length: contentLength };
}

function tooLong(size: Size, what = ''): UnfitAnswer {
  return new UnfitAnswer(`answered with more than ${formatSize(size)}${what}`);
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
      if (length + chunk.length > UNDECLARED_ANSWER.most)
        throw tooLong(UNDECLARED_ANSWER, ' of JSON without a Content-Length');
      take(chunk.length);
      length += chunk.length;
      chunks.push(chunk);
    }
  } catch (error) {
    give(length);
    throw error;
  }
  if (length > SHORT_BYTES) return { body: passOn(chunks, give), length };
  give(length);
  return { body: join(chunks), length };
}

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
          if (passed > ANSWER.most) return fail(tooLong(ANSWER));
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
    new ByteLengthQueuingStrategy({ highWaterMark: SHORT_BYTES }),
  );
}

/** The server logs the error that breaks off an answer, and a stack of its internals would not help an operator. */
function brokenOff({ message }: Error): Error {
  const error = new Error(`A workflow broke off during its answer (${message}).`);
  error.stack = error.message;
  return error;
}
