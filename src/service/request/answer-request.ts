import { maskKeys, takeKeyFrom } from '../../contract/keys/key-in-address.ts';
import { ENDPOINT_ROUTES, type EndpointRoute } from '../../contract/endpoint-routes.ts';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { INTERFACE_VERSION, QUERY_HEADER, whyNotOffered } from '../../contract/endpoint/protocol.ts';
import type { Slices } from '../../http/create-slices.ts';
import type { Caller } from '../../http/serve-http.ts';
import { type Answer, type Incoming, type Refusal, REQUEST_ID_HEADER, requestIdOf } from '../../http/exchange.ts';
import type { ReadKey } from '../keys/find-principal.ts';
import { createKeyUses } from '../keys/require-rate.ts';
import type { RequestTraces } from '../observe/request-traces.ts';
import type { HostedLabels, ServedRequest } from '../observe/served-request.ts';
import { type Principal, requireCalling, requireRole, type ServiceContext } from '../operation/operation.ts';
import { requireReach } from '../reach/require-reach.ts';
import { answerHostedCall, parseHostedPath } from './answer-hosted-call.ts';
import { answerPreflight, hasKeyInAddress, keyedHeaders } from './answer-keyed-address.ts';
import { authenticate, authenticateAddress } from './authenticate.ts';
import { createCallTargets } from './call-targets.ts';
import { answerFailure, readHostedFailure } from './failures.ts';
import { createFlights, type Flight, type FlightLimits } from './flights.ts';
import { createEndpointLoader, createEndpointMatcher } from './find-endpoint.ts';
import { type BodyLimits, parseRequest } from './parse-request.ts';
import { type Outcome, refused, runOperation } from './run-operation.ts';
import { withoutApiPrefix } from './without-api-prefix.ts';

interface AnswerOptions {
  readonly service: ServiceContext;
  readonly limits: BodyLimits & FlightLimits;
  readonly slices: Slices;
  readonly onError: (error: unknown, requestId: string) => void;
  readonly traces: RequestTraces | undefined;
  readonly onServed: ((served: ServedRequest) => void) | undefined;
}

/** Creates the function that answers a request; it never rejects. Only parts that forward a request create a web `Request`. */
export function createAnswer(options: AnswerOptions) {
  const { service, onError, traces, onServed } = options;
  const find = createFinder(options);
  const openFlight = createFlights(options.limits);
  return async (incoming: Incoming, toWeb: () => Request, { principal = null, caller = null }: AnswerFor) => {
    const requestId = requestIdOf(incoming);
    // Not `performance`, which a short command has not loaded.
    const startedSeconds = process.uptime();
    const seen: Seen = { isPrivate: true, route: 'unmatched', keyId: null, hosted: null };
    const asked = { incoming, requestId, whole: ['body'] };
    const flight = openFlight(caller);
    const call = { incoming, toWeb, known: principal, requestId, flight };
    const trace = traces?.begin(toWeb()) ?? null;
    const ask = () =>
      find(call, seen, (whole) => void (asked.whole = whole)).catch((error: unknown): Outcome => {
        const answer = answerFailure(service.store.explain(error, caller !== null), asked, onError);
        return { kind: 'plain', answer };
      });
    const outcome = await (trace === null ? ask() : trace.run(ask));
    const { method, url } = incoming;
    const { status } = outcome.kind === 'plain' ? outcome.answer : outcome.response;
    const ms = (process.uptime() - startedSeconds) * 1000;
    const error = seen.hosted === null ? null : await readHostedFailure(outcome);
    const failure = error === null ? {} : { error };
    const { isPrivate, ...labels } = seen;
    const served = { ...labels, requestId, method, path: maskKeys(new URL(url).pathname), status, ms, ...failure };
    if (outcome.kind === 'plain') flight.add(lengthOf(outcome.answer));
    onServed?.(served);
    trace?.end(served);
    return finish(incoming, outcome, { requestId, isPrivate });
  };
}

/** A stream holds only what its reader has not taken. */
function lengthOf({ body }: Answer): number {
  return body === null || body instanceof ReadableStream ? 0 : body.length;
}

/** Who asks. */
export interface AnswerFor {
  /** The caller, when known without a key: the owner of the process. */
  readonly principal?: Principal | null;
  /** The connection that the request came by. @defaultValue none: a caller in the same process */
  readonly caller?: Caller | null;
}

interface Seen {
  /** Whether the answer is for its caller only: browsers and proxies must not keep it. */
  isPrivate: boolean;
  route: string;
  keyId: string | null;
  hosted: HostedLabels | null;
}

interface IncomingCall {
  readonly incoming: Incoming;
  readonly toWeb: () => Request;
  readonly known: Principal | null;
  readonly requestId: string;
  readonly flight: Flight;
}

function createFinder({ service, limits, slices }: AnswerOptions) {
  const { store, hosting, now } = service;
  const matchEndpoint = createEndpointMatcher();
  const loadEndpoint = createEndpointLoader();
  const openTargets = createCallTargets(store);
  const noteUse = createKeyUses(store);
  const identify = async (
    { incoming, known }: IncomingCall,
    role: Endpoint['role'],
    instant: string,
    readKey: ReadKey,
  ) => {
    if (known === null) return await authenticate(store, incoming, role, instant, { readKey, noteUse });
    requireRole(known, role);
    return known;
  };
  return async (call: IncomingCall, seen: Seen, onWhole: (whole: string[]) => void): Promise<Outcome> => {
    const { incoming, requestId, flight } = call;
    const sent = new URL(incoming.url);
    const url = withoutApiPrefix(sent);
    const instant = now().toISOString();
    const keyed = takeKeyFrom(url.pathname);
    const hosted = parseHostedPath(keyed?.bare ?? url.pathname);
    if (hosted !== null) {
      seen.route = '/services/{app_id}/{variant_id}';
      if (keyed !== null && incoming.method === 'OPTIONS') return answerPreflight(incoming);
      const targets = await openTargets();
      const principal =
        keyed === null
          ? await identify(call, 'viewer', instant, targets.findKey)
          : await authenticateAddress(store, keyed.key, instant, { readKey: targets.findKey, noteUse });
      requireCalling(principal);
      flight.begin(principal);
      const { id, appIds = null } = principal;
      seen.keyId = id;
      const onResolved = (labels: HostedLabels) => void (seen.hosted = labels);
      const { bodyBytes } = limits;
      const where = { targets, hosting, slices, take: flight.take, bodyBytes, appIds, requestId, onResolved };
      return await answerHostedCall(hosted, call, url, where);
    }
    const match = matchEndpoint(incoming.method, url.pathname);
    if (match.kind !== 'found') return refused(refusalOf(match, incoming.method, url.pathname));
    const route = ENDPOINT_ROUTES[match.name];
    const { path, role, reach } = route;
    seen.route = path;
    seen.isPrivate = role !== null;
    const readKey: ReadKey = async (prefix) => await (await openTargets()).findKey(prefix);
    const principal = await identify(call, role, instant, readKey);
    seen.keyId = role === null ? null : principal.id;
    if (role !== null) flight.begin(principal);
    const served = await loadEndpoint(match.name);
    onWhole(wholeOf(served.endpoint));
    const asked = withQueryHeader(url, incoming, route);
    const parsed = await parseRequest(served.endpoint, incoming, asked, match.params, {
      limits,
      slices,
      take: flight.take,
    });
    if (!parsed.ok) return refused(parsed.refusal);
    await requireReach(store.reads, principal, reach, parsed.value.input);
    const isPublic = url !== sent && !incoming.headers.has('wf-version');
    const accepted = { name: match.name, ...served, request: incoming, url: asked, ...parsed.value, isPublic, flight };
    return await runOperation({ ...accepted, principal, now: instant, requestId }, service);
  };
}

/** Returns the place of what is wrong with a request as a whole: its body, or else the record that it names. */
function wholeOf({ body, params, query }: Endpoint): string[] {
  const [name] = Object.keys(params.shape).slice(-1);
  const [first] = Object.keys(query.shape);
  if (body !== null || (name === undefined && first === undefined)) return ['body'];
  return name === undefined ? ['query', first ?? ''] : ['path', name];
}

/** Adds to an address the parameters that a client sends in a header, because it does not know yet who reads them. */
function withQueryHeader(url: URL, { headers }: Incoming, { ignorable = [] }: EndpointRoute): URL {
  const text = headers.get(QUERY_HEADER);
  if (text === null) return url;
  const asked = new URL(url);
  for (const [name, value] of new URLSearchParams(text))
    if (ignorable.includes(name) && !url.searchParams.has(name)) asked.searchParams.append(name, value);
  return asked;
}

function refusalOf(
  match: { readonly kind: 'unknown' } | { readonly kind: 'wrong-method'; readonly allow: readonly string[] },
  method: string,
  path: string,
): Refusal {
  const reason = whyNotOffered(method, path);
  if (reason !== null) return { status: 501, detail: reason };
  if (match.kind === 'unknown') return { status: 404, detail: `There is nothing at ${path}. See /openapi.json.` };
  const allow = match.allow.join(', ');
  return { status: 405, detail: `${path} does not support ${method}, only ${allow}.`, headers: { allow } };
}

interface Finish extends Pick<Seen, 'isPrivate'> {
  readonly requestId: string;
}

function finish(incoming: Incoming, outcome: Outcome, { requestId, isPrivate }: Finish): Outcome {
  const { method } = incoming;
  const keyed = hasKeyInAddress(incoming) ? keyedHeaders(incoming) : {};
  const caching = isPrivate ? { 'cache-control': 'no-store' } : {};
  const common = { ...caching, ...keyed, 'wf-version': INTERFACE_VERSION, [REQUEST_ID_HEADER]: requestId };
  if (outcome.kind === 'plain') {
    const { status, headers, body } = outcome.answer;
    return {
      kind: 'plain',
      answer: { status, headers: { ...headers, ...common }, body: method === 'HEAD' ? null : body },
    };
  }
  const { response } = outcome;
  const finished = method === 'HEAD' ? new Response(null, response) : response;
  for (const [name, value] of Object.entries(common)) finished.headers.set(name, value);
  return { kind: 'web', response: finished };
}
