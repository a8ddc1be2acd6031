import { context, type Context } from '@opentelemetry/api';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import type { ModelAnswer } from './answers/model-answer.ts';
import {
  findModelEndpoint,
  type ModelEndpoint,
  type ModelOperation,
  type ModelRequest,
  operationOf,
  providerAt,
  readModelRequest,
  UNREAD_REQUEST,
} from './model-endpoint.ts';
import { type AnswerBody, readAnswers, type ReadAnswers } from './read-answers.ts';

/** A request that may call a model, and its answer. Its methods never throw. */
export interface Exchange {
  sent(chunk: Uint8Array | string): void;
  /** The answer's head arrived; its body is read from here. */
  answered(body: AnswerBody): void;
  failed(error: unknown): void;
}

export interface RequestHead {
  readonly method: string;
  /** Host name, without the port. */
  readonly host: string;
  /** Path and query. */
  readonly path: string;
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
  const endpoint = findModelEndpoint(head.method, head.path);
  const log = endpoint === null ? undefined : findLog();
  if (endpoint === null || log === undefined) return null;
  const base = { startedAt: new Date(), host: head.host, context: context.active(), provider: providerAt(head.host) };
  const { promise: calls, resolve } = Promise.withResolvers<readonly ModelCall[]>();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let body: AnswerBody | undefined;
  const end = (read: ReadAnswers) => {
    const request = length > MAX_REQUEST_SIZE ? UNREAD_REQUEST : toRequest(endpoint, Buffer.concat(chunks));
    resolve(request === null ? [] : toCalls(endpoint, request, read, { ...base, endedAt: new Date() }));
  };
  log.add({ calls, abandon: () => (body === undefined ? end({ answers: [], problem: 'cut off' }) : body.close()) });
  return {
    sent(chunk) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      length += bytes.byteLength;
      if (length <= MAX_REQUEST_SIZE) chunks.push(bytes);
    },
    answered(answer) {
      body = answer;
      void readAnswers(endpoint, answer).then(end, (error: unknown) => end(toFailure(error)));
    },
    failed: (error) => end(toFailure(error)),
  };
}

function toFailure(error: unknown): ReadAnswers {
  return { answers: [], refusal: messageOf(error) };
}

function toRequest(endpoint: ModelEndpoint, body: Buffer): ModelRequest | null {
  if (endpoint.kind !== 'call') return UNREAD_REQUEST;
  const request = readModelRequest(body.toString(), endpoint.protocol);
  const { deployment } = endpoint;
  return request === null || deployment === undefined ? request : { model: deployment, ...request };
}

type Base = Pick<ModelCall, 'startedAt' | 'endedAt' | 'host' | 'context'> & { readonly provider: string | undefined };

function toCalls(
  endpoint: ModelEndpoint,
  request: ModelRequest,
  { answers, problem, refusal }: ReadAnswers,
  { provider, ...base }: Base,
): ModelCall[] {
  const operation = endpoint.kind === 'call' ? operationOf(endpoint.protocol) : 'chat';
  const common = { ...base, operation, request, ...(provider === undefined ? {} : { provider }) };
  const calls = answers.map((answer) => ({ ...common, answer, ...withReason(answer, request, problem) }));
  if (calls.length > 0 || endpoint.kind !== 'call') return calls;
  if (refusal !== undefined) return [{ ...common, answer: null, failure: refusal }];
  // An answer of another protocol belongs to something else at a similar address.
  return problem === undefined ? [] : [{ ...common, answer: NOTHING, ...withReason(NOTHING, request, problem) }];
}

const NOTHING: ModelAnswer = { parts: [], finishReasons: [] };

function withReason(answer: ModelAnswer, request: ModelRequest, problem: ReadAnswers['problem']) {
  return answer.tokens === undefined ? { reason: reasonOf(request, problem) } : {};
}

/** Explains why tokens are unknown, and how to report them. */
function reasonOf({ isStream, asksForUsage }: ModelRequest, problem: ReadAnswers['problem']): string {
  if (problem === 'too large') return 'the answer was too large to be read; recordUsage would tell its tokens';
  if (problem === 'cut off') return 'the answer was cut off before it reported its tokens; recordUsage would tell them';
  if (!isStream) return 'the answer reported no tokens; recordUsage would tell them';
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

  add(call: OpenCall): void {
    this.#open.add(call);
    void call.calls.then((ended) => {
      this.#open.delete(call);
      this.#ended.push(...ended);
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
  /** `null` if it failed. */
  readonly answer: ModelAnswer | null;
  readonly failure?: string;
  readonly reason?: string;
}

/** The name that costs and spans are found by. */
export function modelOf({ answer, request }: ModelCall): string {
  return answer?.model ?? request.model ?? 'unknown model';
}
