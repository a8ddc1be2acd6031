import { INTERFACE_VERSION } from '../../contract/endpoint/protocol.ts';
import type { EndpointInput, EndpointName, EndpointOutput, Endpoints } from '../../contract/endpoints.ts';
import { fetchQuickly } from './fetch-service.ts';
import { RefusedRequest } from './refused-request.ts';
import { SESSION_END } from './session.ts';

/** An endpoint: `GET /apps/{app_id}/variants`. Imports only types, so the page does not load zod. */
type KeyOf<N extends EndpointName> = `${Endpoints[N]['method']} ${Endpoints[N]['path']}`;
type EndpointKey = { [N in EndpointName]: KeyOf<N> }[EndpointName];
type NameOf<K extends EndpointKey> = { [N in EndpointName]: KeyOf<N> extends K ? N : never }[EndpointName];

/**
 * Calls an endpoint of the service this page came from.
 *
 * @throws {RefusedRequest} when the answer is not a success
 */
export async function send<K extends EndpointKey>(
  key: K,
  input: EndpointInput<NameOf<K>>,
  signal?: AbortSignal,
): Promise<EndpointOutput<NameOf<K>>> {
  const response = await sendRaw(key, input as Readonly<Record<string, unknown>>, signal); // inputs are plain objects
  const text = await response.text();
  // The service that sent this page keeps to the same contract.
  return (text === '' ? undefined : JSON.parse(text)) as EndpointOutput<NameOf<K>>;
}

/** A page of a list, and the cursor of the next. */
export interface Page<T> {
  readonly items: T;
  readonly cursor: string | null;
  /** Number of records on all pages; `null` unless the request asked for it. */
  readonly total: number | null;
}

/** Requests one page of a list. */
export async function sendForPage<K extends EndpointKey>(
  key: K,
  input: EndpointInput<NameOf<K>>,
  signal?: AbortSignal,
): Promise<Page<EndpointOutput<NameOf<K>>>> {
  const response = await sendRaw(key, input as Readonly<Record<string, unknown>>, signal); // inputs are plain objects
  const items = (await response.json()) as EndpointOutput<NameOf<K>>; // held to the contract, as above
  const total = response.headers.get('wf-total-count');
  return { items, cursor: nextCursor(response.headers.get('link')), total: total === null ? null : Number(total) };
}

async function sendRaw(key: string, input: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Response> {
  const [method = 'GET', template = '/'] = key.split(' ');
  const { body, ...rest } = input;
  const used = new Set<string>();
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    used.add(name);
    return encodeURIComponent(toWord(rest[name]));
  });
  const query = new URLSearchParams(
    Object.entries(rest).flatMap(([name, value]) =>
      used.has(name) || value == null ? [] : [value].flat().map((each) => [name, toWord(each)]),
    ),
  );
  const response = await fetchQuickly(query.size === 0 ? path : `${path}?${query}`, {
    method,
    headers: {
      accept: 'application/json',
      'wf-version': INTERFACE_VERSION,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.status === 401) dispatchEvent(new Event(SESSION_END));
  if (!response.ok) throw await RefusedRequest.from(response);
  return response;
}

function toWord(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** @source RFC 8288 */
function nextCursor(link: string | null): string | null {
  const target = /<([^>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return target === undefined ? null : new URL(target, location.origin).searchParams.get('cursor');
}
