import { INTERFACE_VERSION } from '../contract/endpoint/protocol.ts';
import { ENDPOINT_ROUTES, type EndpointRoute } from '../contract/endpoint-routes.ts';
import type { EndpointInput, EndpointName } from '../contract/endpoints.ts';
import { loadOnce } from '../foundation/load-once.ts';
import type { ServerSentEvent } from '../foundation/server-sent-events.ts';
import type { EvaluationProgress } from '../contract/evaluations/evaluation-progress.ts';
import type { LogLine } from '../contract/deployments/deployment.ts';
import type { RouteAnswer } from '../contract/deployments/route-schema.ts';
import {
  callRoute,
  followEvaluation,
  type FollowEvaluationInput,
  followLogs,
  type FollowLogsInput,
  type RawAnswer,
  type RawRequest,
  type RouteCall,
  sendRaw,
  streamRoute,
} from './calls/direct-calls.ts';
import { sendUnguarded, type UndividedChange, type UndividedRequests } from './calls/undivided-change.ts';
import { parseBaseUrl } from './sending/base-url.ts';
import { systemClock } from './sending/clock.ts';
import {
  type CallOptions,
  type ConnectionOptions,
  createConnection,
  type ExtendedCallOptions,
  type Send,
} from './sending/connection.ts';
import { requireAskedRecord } from './answers/asked-record.ts';
import { fromHttpResponse } from './answers/from-http-response.ts';
import { sendWithoutRefused } from './answers/refused-parameters.ts';
import {
  type ListCallOptions,
  type ListName,
  type ListRecord,
  paginate,
  type PublicListName,
  readPages,
} from './calls/paginate.ts';
import type { EndpointMethods, PublicMethods } from './public-methods.ts';
import { identify } from './sending/identify.ts';
import type { RequestEvent, ServiceKnowledge } from './sending/send-once.ts';
import type { ExtensionName, NamesOf } from './answers/lacking.ts';
import { intendedStatusOf, type RefusalContext, toServiceError, unknownInterface } from './answers/service-refusal.ts';
import { type RequestContext, toHttpRequest } from './endpoints/to-http-request.ts';
import type { Transport } from './transport/transport.ts';
import { userError } from '../foundation/errors/wf-error.ts';
import type { CredentialForm } from '../contract/keys/credential-form.ts';
import { SERVICE_WAIT } from '../foundation/sizes.ts';

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
  /** Whether the service is known to be one of ours; otherwise its answers show it. @defaultValue false */
  readonly isExtended?: boolean | undefined;
  /** Called after each attempt. @defaultValue does nothing */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Clock and randomness, for tests. */
  readonly _internal?: Partial<Pick<ConnectionOptions, 'clock' | 'random'>>;
}

/** A typed client of one service of the interface. It offers what any of them may have. */
export interface PublicClient extends PublicMethods {
  /**
   * Returns a client with the extensions of wf; `null` if the service has not shown itself as one of ours. It asks the
   * service only if no answer has shown it yet.
   *
   * @source design §2 principle 6
   */
  extensions(): Promise<Client | null>;
  /**
   * Requires a service that speaks the interface at the base URL. It asks the service only if no answer has shown it yet.
   *
   * @throws {WF_NOT_FOUND} when the service has not shown any endpoint of the interface
   */
  requireInterface(): Promise<void>;
  /** Iterates over the records of a list, page by page. Another service may ignore each parameter of a list. */
  paginate<N extends PublicListName>(
    name: N,
    input: EndpointInput<N>,
    call?: ListCallOptions,
  ): AsyncIterable<ListRecord<N>>;
  /** Sends a request outside the endpoint table, below the base URL. */
  request(request: RawRequest): Promise<RawAnswer>;
  /** Calls a hosted route, once. */
  callRoute(call: RouteCall): Promise<RouteAnswer>;
  /** Calls a hosted route and reads its stream. */
  streamRoute(call: RouteCall): AsyncIterable<ServerSentEvent>;
  /** Closes the transport's connections. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A typed client with the extensions of wf. Of a service of others, `adaptClient` returns one that does what the public
 * endpoints allow.
 */
export interface Client extends Omit<PublicClient, keyof PublicMethods | 'paginate'>, EndpointMethods {
  /** Iterates over the records of a list, page by page. */
  paginate<N extends ListName>(name: N, input: EndpointInput<N>, call?: ListCallOptions): AsyncIterable<ListRecord<N>>;
  /** Follows the logs of an app's workflow. */
  followLogs(input: FollowLogsInput, call?: CallOptions): AsyncIterable<LogLine>;
  /** Follows an evaluation to its end. */
  followEvaluation(input: FollowEvaluationInput, call?: CallOptions): AsyncIterable<EvaluationProgress>;
  /**
   * Requires the extensions of wf, before a caller asks its user, reads files or writes anything.
   *
   * @param what - what the caller needs, as in "gates on deployments"
   * @param names - what the advice for a service of others names
   * @throws {WF_UNSUPPORTED} when the service has not shown itself as one of ours
   */
  require<E extends ExtensionName>(what: E, ...names: NamesOf<E>): Promise<void>;
  /** Sends the two requests of a change. @throws {WF_INTERRUPTED} when the user interrupted it, and it is done */
  sendUndivided(change: UndividedChange, ...requests: UndividedRequests): Promise<void>;
}

/**
 * Creates a client for one service. Its methods are derived from the endpoint table.
 *
 * @param options - address, transport, key and limits
 * @throws {WF_INVALID_INPUT} when the base URL is not an HTTP address or the key cannot be sent in a header
 * @source design §2 and §5
 */
export function createClient(options: ClientOptions): PublicClient {
  const service: ServiceKnowledge = { isExtended: options.isExtended ?? false, hasSucceeded: false };
  const connection = toConnectionOptions(options, service);
  const send = createConnection(connection);
  const baseUrl = connection.baseUrl.href.replace(/\/$/, '');
  const context = {
    isSignedIn: options.credential !== undefined,
    baseUrl,
    service,
    identify: (lacking: string) => identify(send, service, lacking),
  };
  const close = async () => options.transport.close?.();
  let extended: Client | undefined;
  // A failure shows nothing: the next call asks again.
  const asked = loadOnce(() => sayHello(send, context));
  const extensions = async () => {
    if (!service.isExtended && !service.hasSucceeded) await asked.get();
    if (!service.isExtended) return null;
    return (extended ??= composeClient(send, { ...context, usesExtensions: true }, shared));
  };
  const requireInterface = async () => {
    await identify(send, service);
    if (!service.isExtended && !service.hasSucceeded) throw unknownInterface(baseUrl);
  };
  const shared = { close, extensions, requireInterface };
  return composeClient(send, { ...context, usesExtensions: false }, shared);
}

interface MethodContext extends RefusalContext, Omit<RequestContext, 'ifRevision'> {}

function composeClient(
  send: Send,
  context: MethodContext,
  { close, ...shared }: Pick<PublicClient, 'close' | 'extensions' | 'requireInterface'>,
): Client {
  // The keys of the table are its names.
  const names = Object.keys(ENDPOINT_ROUTES) as EndpointName[];
  const methods = Object.fromEntries(names.map((name) => [name, createMethod(name, send, context)]));
  const rest = {
    ...shared,
    paginate: (name: ListName, input: Readonly<Record<string, unknown>>, call?: ListCallOptions) =>
      paginate({ send, context }, name, input, call),
    request: (request: RawRequest) => sendRaw(send, context, request),
    callRoute: (call: RouteCall) => callRoute(send, context, call),
    streamRoute: (call: RouteCall) => streamRoute(send, context, call),
    followEvaluation: (input: FollowEvaluationInput, call?: CallOptions) =>
      followEvaluation(send, context, input, call),
    followLogs: (input: FollowLogsInput, call?: CallOptions) => followLogs(send, context, input, call),
    require: async () => undefined,
    sendUndivided: sendUnguarded,
    close,
    [Symbol.asyncDispose]: close,
  };
  // The one cast of generic dispatch: `createMethod` uses the same table entry that defines the type of its method,
  // which TypeScript cannot follow through `Object.fromEntries`.
  return { ...methods, ...rest } as unknown as Client;
}

type Method = (input?: Readonly<Record<string, unknown>>, call?: ExtendedCallOptions) => Promise<unknown>;

function createMethod(name: EndpointName, send: Send, context: MethodContext): Method {
  return async (input = {}, call = {}) => {
    const endpoint = ENDPOINT_ROUTES[name];
    // A service may send a list in pages though nobody asked for pages.
    if (isList(endpoint) && input['limit'] === undefined)
      return (await Array.fromAsync(readPages({ send, context }, name, input, call))).flat();
    const request = toHttpRequest(endpoint, input, { ...context, ifRevision: call.ifRevision });
    const answer = await sendWithoutRefused(send, endpoint, request, call);
    const value = await fromHttpResponse({ name, input }, answer, context);
    requireAskedRecord(endpoint, input, value, answer);
    return value;
  };
}

function isList({ method, answer }: EndpointRoute): boolean {
  return method === 'GET' && answer === 'list';
}

/** Requests the one endpoint of ours that needs no key. Any answer shows it, except a proxy's about a service behind it. */
async function sayHello(send: Send, context: RefusalContext): Promise<void> {
  const answer = await send({ method: 'GET', path: '/health', query: {}, headers: {}, body: null });
  if ([429, 502, 503, 504].includes(answer.status)) throw toServiceError(answer, context);
}

function toConnectionOptions(options: ClientOptions, service: ServiceKnowledge): ConnectionOptions {
  const { transport, credential, userAgent = 'wf' } = options;
  return {
    transport,
    baseUrl: parseBaseUrl(options.baseUrl),
    service,
    headers: {
      accept: 'application/json',
      'user-agent': userAgent,
      // A service of wf then sends values that others do not have.
      'wf-version': INTERFACE_VERSION,
      ...(credential === undefined ? {} : toCredentialHeader(credential)),
    },
    timeoutMs: options.timeoutMs ?? SERVICE_WAIT.most * 1000,
    retries: options.retries ?? 2,
    intendedStatus: intendedStatusOf,
    maxAnswerBytes: options.maxAnswerBytes ?? 256 * 1024 * 1024,
    onRequest: options.onRequest ?? (() => {}),
    clock: systemClock,
    random: Math.random,
    ...options._internal,
  };
}

/** A key and the form in which it is sent. */
interface Credential {
  readonly key: string;
  /** Form in which the key is sent. @defaultValue `apikey` */
  readonly form?: CredentialForm;
}

/**
 * Converts a credential to a request header.
 *
 * @throws {WF_INVALID_INPUT} when the key contains a character that is not allowed in a header
 * @source design §2, settings; facts §3.6
 */
function toCredentialHeader({ key, form = 'apikey' }: Credential): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw userError(
      'WF_INVALID_INPUT',
      'The key was not sent: it contains a space, a line break or a character that is not allowed in an HTTP header.',
      ['wf login', 'Check WF_API_KEY for stray characters.'],
    );
  }
  if (form === 'apikey') return { authorization: `ApiKey ${key}` };
  if (form === 'bearer') return { authorization: `Bearer ${key}` };
  if (form === 'raw') return { authorization: key };
  const name = form.slice(form.indexOf(':') + 1);
  return form.startsWith('cookie:') ? { cookie: `${name}=${key}` } : { [name.toLowerCase()]: key };
}
