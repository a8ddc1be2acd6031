import { context, type Context } from '@opentelemetry/api';
import { isUnsent } from '../../foundation/errors/provider-trouble.ts';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import type { ModelAnswer } from './answers/model-answer.ts';
import {
  findModelEndpoint,
  type ModelEndpoint,
  type ModelOperation,
  type ModelRequest,
  operationOf,
  ownerOf,
  readModelRequest,
  type RequestHead,
  UNREAD_REQUEST,
} from './model-endpoint.ts';
import { providerAt } from './model-hosts.ts';
import type { AnswerBody, ReadAnswers } from './read-answers.ts';

/** A request that may call a model, and its answer. Its methods never throw. */
export interface Exchange {
  sent(chunk: Uint8Array | string): void;
  /** The answer's head arrived; its body is read from here. */
  answered(body: AnswerBody): void;
  failed(error: unknown): void;
}

/** Of a larger request, only the answer is read. */
const MAX_REQUEST_SIZE = 8 * 1024 * 1024;

/**
 * Watches a request that may call a model.
 *
 * @param findLog - called only for an address that looks right
 * @returns `null` if nobody wants to know, or it calls no model
 */
export function openExchange(head: RequestHead, findLog: () => ExchangeLog | undefined): Exchange | null {
  const endpoint = findModelEndpoint(head);
  const log = endpoint === null ? undefined : findLog();
  if (endpoint === null || log === undefined) return null;
  const base = { startedAt: new Date(), host: head.host, context: context.active() };
  const { promise: calls, resolve } = Promise.withResolvers<readonly ModelCall[]>();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let body: AnswerBody | undefined;
  const end = (read: ReadAnswers) => {
    const request = length > MAX_REQUEST_SIZE ? UNREAD_REQUEST : toRequest(endpoint, Buffer.concat(chunks));
    // What goes to a provider is a call, whatever its form.
    const asked = request ?? (providerAt(head.host) === undefined ? null : UNREAD_REQUEST);
    resolve(toCalls({ endpoint, head, request: asked, read }, { ...base, endedAt: new Date() }));
  };
  log.add({ calls, abandon: () => (body === undefined ? end({ answers: [], problem: 'cut off' }) : body.close()) });
  // A socket that stays open: what passes on it is not read.
  if (endpoint.kind === 'unknown' && head.method === 'GET') end({ answers: [], problem: 'not understood' });
  return {
    sent(chunk) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      length += bytes.byteLength;
      if (length <= MAX_REQUEST_SIZE) chunks.push(bytes);
    },
    answered(answer) {
      body = answer;
      void read(endpoint, answer).then(end, (error: unknown) => end({ answers: [], failure: messageOf(error) }));
    },
    failed: (error) =>
      end(isUnsent(error) ? { answers: [], refusal: messageOf(error) } : { answers: [], failure: messageOf(error) }),
  };
}

/** Readers load with the first answer: most calls of a workflow in a test call no model. */
async function read(endpoint: ModelEndpoint, answer: AnswerBody): Promise<ReadAnswers> {
  const { readAnswers } = await import('./read-answers.ts');
  return await readAnswers(endpoint, answer);
}

function toRequest(endpoint: ModelEndpoint, body: Buffer): ModelRequest | null {
  if (endpoint.kind !== 'call') return UNREAD_REQUEST;
  const request = readModelRequest(body.toString(), endpoint.protocol);
  const { model } = endpoint;
  return request === null || model === undefined ? request : { model, ...request };
}

interface Seen {
  readonly endpoint: ModelEndpoint;
  readonly head: RequestHead;
  readonly request: ModelRequest | null;
  readonly read: ReadAnswers;
}

type Base = Pick<ModelCall, 'startedAt' | 'endedAt' | 'host' | 'context'>;

function toCalls({ endpoint, head, request, read }: Seen, base: Base): ModelCall[] {
  const { answers, problem, refusal, failure } = read;
  const atHost = providerAt(head.host);
  if (endpoint.kind === 'unknown') return problem === undefined ? [] : [toUnknown(base)];
  if (request === null) return [];
  const isCall = endpoint.kind === 'call';
  const provider = atHost ?? (isCall ? ownerOf(endpoint.protocol, head.port) : undefined);
  const operation = isCall ? operationOf(endpoint.protocol) : 'chat';
  const common = { ...base, operation, request, ...(provider === undefined ? {} : { provider }) };
  const failed = failure === undefined ? {} : { failure };
  const calls = answers.map((answer) => ({ ...common, answer, ...failed, ...withReason(answer, request, read) }));
  if (calls.length > 0 || !isCall) return calls;
  if (refusal !== undefined) return [{ ...common, answer: null, failure: refusal }];
  // At a host of nobody's, an answer of another form belongs to something else at a similar address.
  if (problem === 'not understood') return atHost !== undefined || isDistinct(endpoint) ? [toUnknown(base)] : [];
  if (problem === undefined && failure === undefined) return [];
  return [{ ...common, answer: NOTHING, ...failed, ...withReason(NOTHING, request, read) }];
}

/** Answers whether only models have such an address. */
function isDistinct({ protocol }: Extract<ModelEndpoint, { kind: 'call' }>): boolean {
  return protocol === 'chat-completions' || protocol === 'converse' || protocol.startsWith('gemini');
}

function toUnknown(base: Base): ModelCall {
  return { ...base, operation: 'chat', request: UNREAD_REQUEST, answer: null, isUnknown: true };
}

const NOTHING: ModelAnswer = { parts: [], finishReasons: [] };

function withReason({ tokens }: ModelAnswer, request: ModelRequest, read: ReadAnswers) {
  if (tokens === undefined) return { reason: reasonOf(request, read) };
  if (tokens.input_tokens !== null && tokens.output_tokens !== null) return {};
  const missing = tokens.output_tokens === null ? 'output' : 'input';
  return { reason: `the answer reported no ${missing} tokens; recordUsage would tell them` };
}

/** Explains why tokens are unknown, and how to report them. */
function reasonOf({ isStream, asksForUsage }: ModelRequest, { problem, failure }: ReadAnswers): string {
  if (problem === 'too large') return 'the answer was too large to be read; recordUsage would tell its tokens';
  if (problem === 'cut off') return 'the answer was cut off before it reported its tokens; recordUsage would tell them';
  if (failure !== undefined) return 'the call failed before it reported its tokens; recordUsage would tell them';
  if (!isStream) return 'the answer reported no tokens; recordUsage would tell them';
  if (asksForUsage === undefined) return 'the stream reported no tokens; recordUsage would tell them';
  if (asksForUsage)
    return 'the stream reported no tokens, though include_usage asks for them; recordUsage would tell them';
  return 'the stream reported no tokens; stream_options: { include_usage: true } or recordUsage would tell them';
}

interface OpenCall {
  /** Resolves when it ended. */
  readonly calls: Promise<readonly ModelCall[]>;
  /** Ends it with what is known. */
  abandon(): void;
}

/** The model calls within one call of a route. */
export class ExchangeLog {
  readonly #ended: ModelCall[] = [];
  readonly #open = new Set<OpenCall>();
  readonly #onEnd: () => void;

  constructor(onEnd: () => void = () => undefined) {
    this.#onEnd = onEnd;
  }

  /** The calls that have ended so far. */
  get ended(): readonly ModelCall[] {
    return this.#ended;
  }

  add(call: OpenCall): void {
    this.#open.add(call);
    void call.calls.then((ended) => {
      this.#open.delete(call);
      this.#ended.push(...ended);
      if (ended.length > 0) this.#onEnd();
    });
  }

  /** Waits for the calls that have begun. One that the program does not read to its end is abandoned at the time limit. */
  async settle(limitMs: number): Promise<readonly ModelCall[]> {
    if (this.#open.size === 0) return this.#ended;
    const open = [...this.#open];
    const timer = setTimeout(() => open.forEach((call) => call.abandon()), limitMs);
    await Promise.all(open.map(({ calls }) => calls));
    clearTimeout(timer);
    return this.#ended;
  }
}

/** A call of a model, as seen on its connection. */
export interface ModelCall {
  readonly operation: ModelOperation;
  readonly provider?: string;
  readonly host: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly context: Context;
  readonly request: ModelRequest;
  /** `null` if it was refused, which costs nothing, or not understood. */
  readonly answer: ModelAnswer | null;
  readonly failure?: string;
  readonly reason?: string;
  /** Whether the request went to a provider of models in a form that wf does not read. */
  readonly isUnknown?: boolean;
}

/** The name that costs and spans are found by. */
export function modelOf({ answer, request }: ModelCall): string {
  return answer?.model ?? request.model ?? 'unknown model';
}
