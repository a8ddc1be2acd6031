import { isRecord, toRecord, type UnknownRecord } from '../../foundation/record.ts';
import { readServerSentEvents } from '../../foundation/server-sent-events.ts';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import { type AnswerReader, type AnswerStream, type ModelAnswer, toText } from './answers/model-answer.ts';
import { anthropicMessages } from './answers/anthropic-messages.ts';
import { chatCompletions, embeddings } from './answers/chat-completions.ts';
import { isInProgress, responses } from './answers/responses.ts';
import type { ModelProtocol } from '../../foundation/model-protocol.ts';
import type { ModelEndpoint } from './model-endpoint.ts';
import { isCallEnded } from './call-ended.ts';
import { readBatch } from './read-batch.ts';
import { readLines } from './read-lines.ts';

/** An answer as it arrives, decoded. */
export interface AnswerBody {
  readonly status: number;
  readonly contentType: string;
  /** Rejects if the connection breaks, or the program stops reading. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Lets `chunks` reject with `CallEndedError`: nobody waits for the rest. */
  close(): void;
  /** Reads a header by its name in small letters; an empty text if there is none. */
  readonly header?: (name: string) => string;
}

export interface ReadAnswers {
  readonly answers: readonly ModelAnswer[];
  readonly problem?: 'too large' | 'cut off' | 'not understood';
  /** Why the provider refused the call, which costs nothing. */
  readonly refusal?: string;
  /** Why the call failed after the provider had begun with it. */
  readonly failure?: string;
}

/** The embeddings of a full batch take about 30 MB. */
const MAX_ANSWER_SIZE = 48 * 1024 * 1024;

/** Reads the answers in a response while the program reads it as well. */
export async function readAnswers(endpoint: ModelEndpoint, body: AnswerBody): Promise<ReadAnswers> {
  if (body.status >= 400) return { answers: [], refusal: await readRefusal(body) };
  if (endpoint.kind === 'batch') return { answers: await readBatch(decode(body.chunks)) };
  if (endpoint.kind === 'background') return await readWhole(body, (value) => readBackground(value));
  if (endpoint.kind === 'unknown') return await readUnknown(body);
  const reader = await READERS[endpoint.protocol]();
  const events = await eventsOf(body);
  return events === null
    ? await readWhole(body, (value) => reader.readWhole(value, body.header), reader)
    : await readStream(reader.openStream(), events);
}

/** A response that is polled: only one that was made in the background, which its first answer could not count. */
function readBackground(body: UnknownRecord): ModelAnswer | null {
  return body['background'] === true && body['object'] === 'response' ? responses.readWhole(body) : null;
}

/** What is not read still has to be taken off the stream. */
async function readUnknown({ chunks }: AnswerBody): Promise<ReadAnswers> {
  const { problem } = await collect(chunks, 0);
  return { answers: [], problem: problem === 'cut off' ? problem : 'not understood' };
}

async function readWhole(
  body: AnswerBody,
  read: (value: UnknownRecord) => ModelAnswer | null,
  reader?: AnswerReader,
): Promise<ReadAnswers> {
  const { text, ...rest } = await collect(body.chunks, MAX_ANSWER_SIZE);
  if (rest.problem !== undefined) return { answers: [], ...rest };
  const value = parseJson(text);
  // Gemini writes a stream as a list, unless it is asked for events.
  if (Array.isArray(value) && reader !== undefined) return await readStream(reader.openStream(), fromList(value));
  // One that is still being made is read when it is done.
  if (isRecord(value) && isInProgress(value)) return { answers: [] };
  const answer = isRecord(value) ? read(value) : null;
  const failure = failureIn(value) ?? answer?.failure;
  if (answer !== null) return { answers: [answer], ...(failure === undefined ? {} : { failure }) };
  return failure === undefined ? { answers: [], problem: 'not understood' } : { answers: [], failure };
}

/** The events of a stream; `null` for an answer that is whole. */
async function eventsOf({ contentType, chunks }: AnswerBody): Promise<AsyncIterable<unknown> | null> {
  if (/\bamazon\.eventstream\b/.test(contentType)) {
    const { readEventStream } = await import('./answers/event-stream.ts');
    return readEventStream(chunks);
  }
  if (/\bevent-stream\b/.test(contentType)) return readEvents(chunks);
  return /\bx-ndjson\b|\bstream\+json\b|\bjsonl\b/.test(contentType) ? parseLines(chunks) : null;
}

async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator {
  for await (const { data } of readServerSentEvents(chunks)) yield data === '[DONE]' ? DONE : parseJson(data);
}

async function* parseLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator {
  for await (const line of readLines(decode(chunks))) yield parseJson(line);
}

// oxlint-disable-next-line typescript/require-await -- as the events of a connection come
async function* fromList(events: readonly unknown[]): AsyncGenerator {
  yield* events;
}

const DONE = Symbol('the end of a stream');

async function readStream(stream: AnswerStream, events: AsyncIterable<unknown>): Promise<ReadAnswers> {
  let isEnded = false;
  let failure: string | undefined;
  let problem: ReadAnswers['problem'];
  try {
    for await (const event of events) {
      isEnded ||= event === DONE;
      if (isEnded) break;
      failure ??= failureIn(event);
      if (isRecord(event) && stream.read(event)) {
        isEnded = true;
        break;
      }
    }
  } catch (error) {
    problem = 'cut off';
    failure ??= failureOfCut(error);
  }
  const answer = stream.answer();
  failure ??= answer?.failure;
  if (answer === null && failure === undefined) return { answers: [], problem: problem ?? 'not understood' };
  if (!isEnded && answer?.finishReasons.length === 0 && problem === undefined) {
    failure ??= 'the stream ended before the answer did';
  }
  return {
    answers: answer === null ? [] : [answer],
    ...(problem === undefined ? {} : { problem }),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** A call that its program does not wait for has not failed. */
function failureOfCut(error: unknown): string | undefined {
  if (isCallEnded(error)) return undefined;
  return `the answer was cut off: ${messageOf(error)}`;
}

/** Errors in an answer that began with status 200. */
function failureIn(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const nested = value['type'] === 'response.failed' ? toRecord(value['response']) : value;
  const error = nested['error'];
  if (isRecord(error)) return toText(error['message']) ?? toText(error['type']) ?? toText(error['code']) ?? 'an error';
  if (typeof error === 'string' && error !== '') return error;
  return value['type'] === 'error' ? (toText(value['message']) ?? 'an error') : undefined;
}

/** Providers explain a refusal in `error.message`. */
async function readRefusal({ status, chunks }: AnswerBody): Promise<string> {
  const { text } = await collect(chunks, 64 * 1024);
  const parsed = parseJson(text);
  const value = toRecord(Array.isArray(parsed) ? parsed[0] : parsed);
  const message = failureIn(value) ?? toText(value['message']) ?? toText(value['Message']);
  return message === undefined ? String(status) : `${status}: ${message}`;
}

async function collect(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ readonly text: string; readonly problem?: 'too large' | 'cut off'; readonly failure?: string }> {
  const pieces: string[] = [];
  let length = 0;
  try {
    for await (const piece of decode(chunks)) {
      length += piece.length;
      // What follows still has to be taken off the stream.
      if (length <= limit) pieces.push(piece);
    }
  } catch (error) {
    const failure = failureOfCut(error);
    return { text: pieces.join(''), problem: 'cut off', ...(failure === undefined ? {} : { failure }) };
  }
  return length > limit ? { text: '', problem: 'too large' } : { text: pieces.join('') };
}

async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

const at = (reader: AnswerReader) => () => Promise.resolve(reader);
const cohere = () => import('./answers/cohere.ts');
const gemini = () => import('./answers/gemini.ts');
const ollama = () => import('./answers/ollama.ts');
const bedrock = () => import('./answers/bedrock.ts');

/** The readers of each protocol; those of the less frequent ones load when they are needed. */
export const READERS: Readonly<Record<ModelProtocol, () => Promise<AnswerReader>>> = {
  'chat-completions': at(chatCompletions),
  completions: at(chatCompletions),
  responses: at(responses),
  embeddings: at(embeddings),
  messages: at(anthropicMessages),
  media: async () => (await import('./answers/media.ts')).media,
  gemini: async () => (await gemini()).gemini,
  'gemini-embeddings': async () => (await gemini()).geminiEmbeddings,
  'cohere-chat': async () => (await cohere()).cohereChat,
  'cohere-embed': async () => (await cohere()).cohereEmbed,
  'cohere-rerank': async () => (await cohere()).cohereRerank,
  ollama: async () => (await ollama()).ollama,
  'ollama-embed': async () => (await ollama()).ollamaEmbed,
  converse: async () => (await bedrock()).converse,
  invoke: async () => (await bedrock()).invoke,
};
