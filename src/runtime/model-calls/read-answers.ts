import { isRecord, toRecord, type UnknownRecord } from '../../foundation/record.ts';
import { readServerSentEvents } from '../../foundation/server-sent-events.ts';
import { type AnswerReader, type AnswerTokens, type ModelAnswer, toText } from './answers/model-answer.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import { anthropicMessages } from './answers/anthropic-messages.ts';
import { chatCompletions, embeddings } from './answers/chat-completions.ts';
import { isInProgress, responses } from './answers/responses.ts';
import type { ModelEndpoint, ModelProtocol } from './model-endpoint.ts';
import type { CountedUsage } from '../tracing/call-trace.ts';

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

/** Providers explain a refusal in `error.message`. */
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

const READERS = [anthropicMessages, responses, chatCompletions, embeddings];

/** A batch has at most 50,000 results; a line is as long as an answer. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/**
 * Reads the results of a batch, one JSON object in a line, and adds up the tokens of each model.
 *
 * @param text - pieces of the file; any other file is left at its first line
 * @source https://platform.openai.com/docs/guides/batch
 * @source https://docs.anthropic.com/en/docs/build-with-claude/batch-processing
 */
export async function readBatch(text: AsyncIterable<string>): Promise<ModelAnswer[]> {
  const models = new Map<string, ModelAnswer>();
  for await (const line of linesOf(text)) {
    const result = parseJson(line);
    if (!isRecord(result) || result['custom_id'] === undefined) return [...models.values()];
    const answer = readResult(result);
    if (answer?.model === undefined || answer.tokens === undefined) continue;
    models.set(answer.model, addTo(models.get(answer.model), answer));
  }
  return [...models.values()];
}

function readResult(result: UnknownRecord): ModelAnswer | null {
  // The first is Anthropic's place of an answer, the second OpenAI's.
  const body = toRecord(toRecord(result['result'])['message'] ?? toRecord(result['response'])['body']);
  for (const reader of READERS) {
    const answer = reader.readWhole(body);
    if (answer !== null) return answer;
  }
  return null;
}

function addTo(sum: ModelAnswer | undefined, answer: ModelAnswer): ModelAnswer {
  return {
    ...(answer.model === undefined ? {} : { model: answer.model }),
    ...(answer.tokens === undefined ? {} : { tokens: addTokens(sum?.tokens, answer.tokens) }),
    parts: [],
    finishReasons: [],
    isBatch: true,
  };
}

type Count = keyof CountedUsage & keyof AnswerTokens;

const COUNTS = [
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'reasoning_tokens',
] as const satisfies readonly Count[];

function addTokens(sum: AnswerTokens | undefined, tokens: AnswerTokens): AnswerTokens {
  const { isCacheIncluded } = tokens;
  const added = COUNTS.map((name) => [name, (sum?.[name] ?? 0) + (tokens[name] ?? 0)] as const);
  const { input_tokens = 0, output_tokens = 0, ...rest } = Object.fromEntries(added.filter(([, count]) => count > 0));
  return {
    input_tokens,
    output_tokens,
    ...rest,
    batch: true,
    ...(isCacheIncluded === undefined ? {} : { isCacheIncluded }),
  };
}

/** @yields each line that is not empty, and what follows the last one; nothing after one that is too long */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const end = piece.lastIndexOf('\n');
    if (end === -1) rest += piece;
    else {
      yield* (rest + piece.slice(0, end)).split('\n').filter((line) => line.trim() !== '');
      rest = piece.slice(end + 1);
    }
    if (rest.length > MAX_LINE_LENGTH) return;
  }
  yield rest;
}
