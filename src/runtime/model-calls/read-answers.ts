import { isRecord, toRecord, type UnknownRecord } from '../../foundation/record.ts';
import { readServerSentEvents } from '../../foundation/server-sent-events.ts';
import type { ModelAnswer, AnswerReader } from './answers/model-answer.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import { anthropicMessages } from './answers/anthropic-messages.ts';
import { chatCompletions, embeddings } from './answers/chat-completions.ts';
import { readBatch } from './answers/read-batch.ts';
import { isInProgress, responses } from './answers/responses.ts';
import { toText } from './json.ts';
import type { ModelEndpoint, ModelProtocol } from './model-endpoint.ts';

/** An answer as it arrives, decoded. */
export interface AnswerBody {
  readonly status: number;
  readonly contentType: string;
  /** Rejects if the connection breaks, or the program stops reading. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Lets `chunks` reject: nobody waits for the rest. */
  close(): void;
}

export interface ReadAnswers {
  readonly answers: readonly ModelAnswer[];
  readonly problem?: 'too large' | 'cut off';
  readonly refusal?: string;
}

/** The embeddings of a full batch take about 30 MB. */
const MAX_ANSWER_SIZE = 48 * 1024 * 1024;

/** Reads the answers in a response while the program reads it as well. */
export async function readAnswers(endpoint: ModelEndpoint, body: AnswerBody): Promise<ReadAnswers> {
  if (body.status >= 400) return { answers: [], refusal: await readRefusal(body) };
  if (endpoint.kind === 'batch') return { answers: await readBatch(decode(body.chunks)) };
  if (endpoint.kind === 'background') return await readWhole(body, (value) => readBackground(value));
  if (/\bevent-stream\b/.test(body.contentType)) return await readStream(endpoint.protocol, body.chunks);
  return await readWhole(body, (value) => ANSWER_READERS[endpoint.protocol].readWhole(value));
}

/** A response that is polled: only one that was made in the background, which its first answer could not count. */
function readBackground(body: UnknownRecord): ModelAnswer | null {
  return body['background'] === true && body['object'] === 'response' ? responses.readWhole(body) : null;
}

async function readWhole(body: AnswerBody, read: (value: UnknownRecord) => ModelAnswer | null): Promise<ReadAnswers> {
  const { text, problem } = await collect(body.chunks, MAX_ANSWER_SIZE);
  if (problem !== undefined) return { answers: [], problem };
  const value = parseJson(text);
  // One that is still being made is read when it is done.
  const answer = isRecord(value) && !isInProgress(value) ? read(value) : null;
  return { answers: answer === null ? [] : [answer] };
}

async function readStream(protocol: ModelProtocol, chunks: AsyncIterable<Uint8Array>): Promise<ReadAnswers> {
  const stream = ANSWER_READERS[protocol].openStream();
  let problem: ReadAnswers['problem'];
  try {
    for await (const { data } of readServerSentEvents(chunks)) {
      if (data === '[DONE]') break;
      const event = parseJson(data);
      if (isRecord(event) && stream.read(event)) break;
    }
  } catch {
    problem = 'cut off';
  }
  const answer = stream.answer();
  return { answers: answer === null ? [] : [answer], ...(problem === undefined ? {} : { problem }) };
}

/** Providers say what is wrong in `error.message`. */
async function readRefusal({ status, chunks }: AnswerBody): Promise<string> {
  const { text } = await collect(chunks, 64 * 1024);
  const value = toRecord(parseJson(text));
  const message = toText(toRecord(value['error'])['message']) ?? toText(value['message']);
  return message === undefined ? String(status) : `${status}: ${message}`;
}

async function collect(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ readonly text: string; readonly problem?: 'too large' | 'cut off' }> {
  const pieces: string[] = [];
  let length = 0;
  try {
    for await (const piece of decode(chunks)) {
      length += piece.length;
      // What follows still has to be taken off the stream.
      if (length <= limit) pieces.push(piece);
    }
  } catch {
    return { text: pieces.join(''), problem: 'cut off' };
  }
  return length > limit ? { text: '', problem: 'too large' } : { text: pieces.join('') };
}

async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

export const ANSWER_READERS: Readonly<Record<ModelProtocol, AnswerReader>> = {
  'chat-completions': chatCompletions,
  completions: chatCompletions,
  responses,
  embeddings,
  messages: anthropicMessages,
};
