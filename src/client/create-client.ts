import type { EndpointInput, EndpointName, EndpointOutput } from '../contract/endpoints.ts';
import { parseBaseUrl } from './sending/base-url.ts';
import type { EvaluationProgress } from '../contract/evaluations/evaluation-progress.ts';
import type { LogLine } from '../contract/deployments/log.ts';
import type { RouteAnswer } from '../contract/deployments/route-answer.ts';
import { callRoute, type RouteCall, streamRoute } from './calls/call-route.ts';
import { endpointNamed, ENDPOINT_NAMES } from './endpoints/client-table.ts';
import { systemClock } from './sending/clock.ts';
import { type CallOptions, createConnection, type ConnectionOptions, type Send } from './sending/connection.ts';
import { type Credential, toCredentialHeader } from './credential.ts';
import { followEvaluation, type FollowEvaluationInput } from './calls/follow-evaluation.ts';
import { followLogs, type FollowLogsInput } from './calls/follow-logs.ts';
import { fromHttpResponse } from './answers/from-http-response.ts';
import { paginate, type ListName, type ListRecord } from './calls/paginate.ts';
import { type RawAnswer, type RawRequest, sendRaw } from './calls/raw-request.ts';
import type { RequestEvent } from './sending/request-event.ts';
import type { ServerSentEvent } from './calls/server-sent-events.ts';
import type { RefusalContext } from './answers/service-refusal.ts';
import { toHttpRequest } from './endpoints/to-http-request.ts';
import type { Transport } from './transport/transport.ts';

/** Options of `createClient`. */
export interface ClientOptions {
  readonly transport: Transport;
  /** Address of the service, with its path prefix if it has one: `https://host/api`. */
  readonly baseUrl: string;
  /** Key of the service; sent to the origin of the base URL only. @defaultValue no key */
  readonly credential?: Credential | undefined;
  /** Time limit of one attempt, including the connection, in milliseconds, above 0. @defaultValue 30000 */
  readonly timeoutMs?: number | undefined;
  /**
   * Maximum number of retries after a temporary failure, if the request is safe to repeat; 0 or more.
   *
   * @defaultValue 2
   */
  readonly retries?: number | undefined;
  /** Value of the `User-Agent` header. @defaultValue `wf` */
  readonly userAgent?: string | undefined;
  /** Largest response to read, in bytes, above 0. @defaultValue 268435456 (256 MiB) */
  readonly maxAnswerBytes?: number | undefined;
  /** Called after each attempt. @defaultValue does nothing */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Clock and randomness, for tests. */
  readonly _internal?: Partial<Pick<ConnectionOptions, 'clock' | 'random'>>;
}

type NoInput = Record<string, never>;
type Arguments<I> = unknown extends I
  ? [input?: NoInput, call?: CallOptions]
  : Partial<I> extends I
    ? [input?: I, call?: CallOptions]
    : [input: I, call?: CallOptions];

/** One method per endpoint. */
export type EndpointMethods = {
  readonly [N in EndpointName]: (...parameters: Arguments<EndpointInput<N>>) => Promise<EndpointOutput<N>>;
};

/** A typed client of one service. */
export interface Client extends EndpointMethods {
  /** Iterates over the records of a list, page by page. */
  paginate<N extends ListName>(name: N, input: EndpointInput<N>, call?: CallOptions): AsyncIterable<ListRecord<N>>;
  /** Sends a request outside the endpoint table, below the base URL. */
  request(request: RawRequest): Promise<RawAnswer>;
  /** Calls a hosted route, once. */
  callRoute(call: RouteCall): Promise<RouteAnswer>;
  /** Calls a hosted route and reads its stream. */
  streamRoute(call: RouteCall): AsyncIterable<ServerSentEvent>;
  /** Follows the logs of an app's workflow. */
  followLogs(input: FollowLogsInput, call?: CallOptions): AsyncIterable<LogLine>;
  /** Follows an evaluation to its end. */
  followEvaluation(input: FollowEvaluationInput, call?: CallOptions): AsyncIterable<EvaluationProgress>;
  /** Closes the transport's connections. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates a client for one service. Its methods are derived from the endpoint table.
 *
 * @param options - address, transport, key and limits
 * @throws {WF_INVALID_INPUT} when the base URL is not an HTTP address or the key cannot be sent in a header
 * @source design §2 and §5
 */
export function createClient(options: ClientOptions): Client {
  const connection = toConnectionOptions(options);
  const send = createConnection(connection);
  const baseUrl = connection.baseUrl.href.replace(/\/$/, '');
  const context = { isSignedIn: options.credential !== undefined, baseUrl };
  const methods = Object.fromEntries(ENDPOINT_NAMES.map((name) => [name, createMethod(name, send, context)]));
  const close = async () => options.transport.close?.();
  const rest = {
    paginate: (name: ListName, input: Readonly<Record<string, unknown>>, call?: CallOptions) =>
      paginate(send, context, name, input, call),
    request: (request: RawRequest) => sendRaw(send, context, request),
    callRoute: (call: RouteCall) => callRoute(send, context, call),
    streamRoute: (call: RouteCall) => streamRoute(send, context, call),
    followEvaluation: (input: FollowEvaluationInput, call?: CallOptions) =>
      followEvaluation(send, context, input, call),
    followLogs: (input: FollowLogsInput, call?: CallOptions) => followLogs(send, context, input, call),
    close,
    [Symbol.asyncDispose]: close,
  };
  // The one cast of generic dispatch: `createMethod` uses the same table entry that defines the type of its method,
  // which TypeScript cannot follow through `Object.fromEntries`.
  return { ...methods, ...rest } as unknown as Client;
}

type Method = (input?: Readonly<Record<string, unknown>>, call?: CallOptions) => Promise<unknown>;

function createMethod(name: EndpointName, send: Send, context: RefusalContext): Method {
  return async (input = {}, call = {}) => {
    const endpoint = endpointNamed(name);
    return fromHttpResponse(name, endpoint, await send(toHttpRequest(endpoint, input, call.ifRevision), call), context);
  };
}

function toConnectionOptions(options: ClientOptions): ConnectionOptions {
  const { transport, credential, userAgent = 'wf' } = options;
  return {
    transport,
    baseUrl: parseBaseUrl(options.baseUrl),
    headers: {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(credential === undefined ? {} : toCredentialHeader(credential)),
    },
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 2,
    maxAnswerBytes: options.maxAnswerBytes ?? 256 * 1024 * 1024,
    onRequest: options.onRequest ?? (() => {}),
    clock: systemClock,
    random: Math.random,
    ...options._internal,
  };
}
