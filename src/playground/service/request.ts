import { nextQuery } from '../../client/answers/next-query.ts';
import { encodeRequest, joinUrl } from '../../client/endpoints/http-request.ts';
import type { Method } from '../../contract/endpoint/endpoint.ts';
import { INTERFACE_VERSION } from '../../contract/endpoint/protocol.ts';
import type { EndpointInput, EndpointName, EndpointOutput, Endpoints } from '../../contract/endpoints.ts';
import { PAGE_SESSION_PATH, type PageSession, type SignInToPage } from '../../contract/keys/page-session.ts';
import { fetchQuickly } from './fetch-service.ts';
import { readRefusal, readRefusalBody, type Refusal } from '../../client/answers/refusal-body.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';

/** Event on the window when the session ended: after twelve hours, or by signing out elsewhere. */
export const SESSION_END = 'wf-session-end';

/** Event on the window when somebody else is signed in, or nobody: what still runs for the last one is over. */
export const OWNER_CHANGE = 'wf-owner-change';

/** An endpoint: `GET /apps/{app_id}/variants`. Imports only types, so the page does not load zod. */
type KeyOf<N extends EndpointName> = `${Endpoints[N]['method']} ${Endpoints[N]['path']}`;
export type EndpointKey = { [N in EndpointName]: KeyOf<N> }[EndpointName];
type NameOf<K extends EndpointKey> = { [N in EndpointName]: KeyOf<N> extends K ? N : never }[EndpointName];
export type InputOf<K extends EndpointKey> = EndpointInput<NameOf<K>>;
export type OutputOf<K extends EndpointKey> = EndpointOutput<NameOf<K>>;

/**
 * Calls an endpoint of the service this page came from.
 *
 * @throws {RefusedRequest} when the answer is not a success
 */
export async function send<K extends EndpointKey>(
  key: K,
  input: InputOf<K>,
  signal?: AbortSignal,
): Promise<OutputOf<K>> {
  return await readOutput(await request(key, toRecord(input), { signal }));
}

/**
 * Calls an endpoint that changes a record, if that is still what the person saw.
 *
 * @param revision - the record's revision that was seen; `null`: it had none
 * @throws {RefusedRequest} with the status 412 when the record has another revision by now
 * @source RFC 9110 §13.1.1
 */
export async function sendIfUnchanged<K extends EndpointKey>(
  key: K,
  input: InputOf<K>,
  revision: number | null,
): Promise<OutputOf<K>> {
  return await readOutput(await request(key, toRecord(input), { headers: { 'if-match': `"${revision ?? 0}"` } }));
}

async function readOutput<T>(response: Response): Promise<T> {
  const text = await response.text();
  // The service that sent this page keeps to the same contract.
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export interface Page<T> {
  readonly items: T;
  readonly cursor: string | null;
  /** Number of records on all pages; `null` unless the request asked for it. */
  readonly total: number | null;
}

/** Requests one page of a list. @param more - parameters that any list has: `limit`, `cursor` */
export async function sendForPage<K extends EndpointKey>(
  key: K,
  input: InputOf<K>,
  more: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Page<OutputOf<K>>> {
  const response = await request(key, { ...toRecord(input), ...more }, { signal });
  const next = nextQuery(response.headers.get('link'), location.origin);
  const total = response.headers.get('wf-total-count');
  return {
    items: (await response.json()) as OutputOf<K>, // held to the contract, as above
    cursor: next === null ? null : new URLSearchParams(next).get('cursor'),
    total: total === null ? null : Number(total),
  };
}

/** Inputs are plain objects. */
function toRecord(input: unknown): Readonly<Record<string, unknown>> {
  return input as Readonly<Record<string, unknown>>;
}

async function request(
  key: string,
  input: Readonly<Record<string, unknown>>,
  { signal, headers: own }: { readonly signal?: AbortSignal | undefined; readonly headers?: Record<string, string> },
): Promise<Response> {
  const { method, url, headers, body } = encode(key, input);
  const response = await fetchQuickly(url, {
    method,
    headers: { accept: 'application/json', 'wf-version': INTERFACE_VERSION, ...headers, ...own },
    ...(typeof body === 'string' ? { body } : {}),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.status === 401) dispatchEvent(new Event(SESSION_END));
  if (!response.ok) throw await RefusedRequest.from(response);
  return response;
}

/** Returns the address at which a browser shows the answer of an endpoint that reads. */
export function toAddress<K extends EndpointKey>(key: K, input: InputOf<K>): string {
  return encode(key, toRecord(input)).url;
}

function encode(key: string, input: Readonly<Record<string, unknown>>) {
  const [method, template = '/'] = key.split(' ') as [Method, string?]; // as `KeyOf` writes it
  const { path, query, headers, body } = encodeRequest({ method, path: template }, input);
  return { method, url: joinUrl(new URL(location.origin), path, query).href, headers, body };
}

/** Exchanges JSON with a path that is not an endpoint: the page's session, a vote, sources under `wf dev`. */
export async function exchange<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await fetchQuickly(path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw await RefusedRequest.from(response);
  return (await response.json()) as T; // of the server that sent this page
}

export class RefusedRequest extends Error {
  readonly status: number;
  /** Validation errors; only a 422 has them. */
  readonly items: readonly ValidationErrorItem[];
  /** Lines of the stack, when the workflow's code threw. */
  readonly stackLines: readonly string[];
  /** What the call used until it failed; `null`: unknown. */
  readonly tree: Refusal['tree'];

  constructor(status: number, refusal: Pick<Refusal, 'message' | 'items' | 'stacktrace' | 'tree'>) {
    const { message, items, stacktrace, tree } = refusal;
    super(items?.map(toLine).join('\n') ?? message ?? `The server answered with status ${status}.`);
    this.name = 'RefusedRequest';
    this.status = status;
    this.items = items ?? [];
    this.stackLines = stacktrace ?? [];
    this.tree = tree;
  }

  static async from(response: Response): Promise<RefusedRequest> {
    const type = response.headers.get('content-type') ?? '';
    return new RefusedRequest(response.status, readRefusalBody(await response.text(), type));
  }

  /** The failure that an event of a stream tells. */
  static ofEvent(event: { readonly status: number; readonly detail: unknown }): RefusedRequest {
    return new RefusedRequest(event.status, readRefusal(event));
  }
}

function toLine({ loc, msg }: ValidationErrorItem): string {
  return `${loc.filter((part) => part !== 'body').join('.')}: ${msg}`;
}

/** Describes a thrown value to the user. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return 'The server does not respond. Is it still running?';
  return error instanceof Error ? error.message : String(error);
}

export async function readSession(): Promise<PageSession> {
  return await exchange('GET', PAGE_SESSION_PATH);
}

/** @throws {RefusedRequest} when the code or key is unknown */
export async function signIn(body: SignInToPage): Promise<PageSession> {
  return await exchange('POST', PAGE_SESSION_PATH, body);
}

export async function signOut(): Promise<PageSession> {
  return await exchange('DELETE', PAGE_SESSION_PATH);
}

/** Takes the one-time code from the URL, so that history and bookmarks do not keep it. */
export function takeCode(): string | null {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, '', `${location.pathname}#/`);
  return code;
}
