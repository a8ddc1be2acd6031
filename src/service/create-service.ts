import { ENDPOINTS } from '../contract/endpoints.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { INTERFACE_VERSION } from '../contract/interface-version.ts';
import { type Refusal, toRefusalResponse } from '../http/refusal.ts';
import { DEFAULT_BODY_LIMIT } from '../http/read-body.ts';
import { REQUEST_ID_HEADER, requestIdOf } from '../http/request-id.ts';
import { NO_TOOLS } from '../evaluation/evaluators/evaluator-tools.ts';
import { answerFailure } from './answer-failure.ts';
import { type ArtifactStorage, createArtifactStorage } from './artifacts/artifact-storage.ts';
import { answerHostedCall, parseHostedPath } from './answer-hosted-call.ts';
import { authenticate, requireRole } from './authenticate.ts';
import { createEvaluationJobs } from './evaluation-jobs.ts';
import { createHostingBackend, type ReadVariables } from './hosting-backend.ts';
import { createEndpointMatcher } from './match-endpoint.ts';
import type { Principal } from './operation.ts';
import { type BodyLimits, parseRequest } from './parse-request.ts';
import type { EvaluationBackend, EvaluationRunner, Hosting, HostingBackend, ServiceTools } from './ports.ts';
import { type OperationSurroundings, runOperation } from './run-operation.ts';
import type { RequestTraces } from './observe/request-traces.ts';
import type { ServedRequest } from './observe/served-request.ts';
import type { SecretBox } from './secrets/create-secret-box.ts';
import type { Store } from './store/open-store.ts';
import { createLeaseStore } from './store/queries/evaluation-leases.ts';

export interface CreateServiceOptions {
  readonly store: Store;
  readonly createHosting: (backend: HostingBackend) => Hosting;
  /** Left out: evaluations are stored, and wait for a runner elsewhere. */
  readonly createRunner?: (backend: EvaluationBackend) => EvaluationRunner;
  /** Base URL under which callers reach this service; `null` while it listens nowhere. */
  readonly publicUrl?: () => string | null;
  /** Seals what is stored for this service's eyes only. */
  readonly secrets: SecretBox;
  /** Where bundles are kept. @defaultValue the database */
  readonly artifacts?: ArtifactStorage;
  /** The environment variables declared for an app's workflow beside those that are stored. @defaultValue none */
  readonly readVariables?: ReadVariables;
  /** Where judges find models, and their prices. @defaultValue nowhere */
  readonly tools?: ServiceTools;
  /** @defaultValue bodies 10 MiB, bundles 50 MiB */
  readonly limits?: Partial<BodyLimits>;
  /** @defaultValue the system's clock */
  readonly now?: () => Date;
  /** Told of each failure that is the service's own, with the id of the request. */
  readonly onError?: (error: unknown, requestId: string) => void;
  /** Makes a span of each request. */
  readonly traces?: RequestTraces;
  /** Told of each request that was answered. */
  readonly onServed?: (served: ServedRequest) => void;
}

export interface FetchOptions {
  /** Who calls, when the caller is known without a key: the owner of the process. */
  readonly principal?: Principal;
}

/** The service: answers requests, with or without a socket. */
export interface Service extends AsyncDisposable {
  fetch(request: Request, options?: FetchOptions): Promise<Response>;
  /** Takes leave: `/health/ready` answers 503 from now on, and streams of events end; all else is served as before. */
  drain(): void;
  /** Resolves when no evaluation is waiting or running here. */
  whenIdle(): Promise<void>;
  /** Stops running evaluations and bundles. The store stays open: it belongs to whoever opened it. */
  close(): Promise<void>;
}

/** Makes the service over a store. Nothing is started and nothing is read before the first request. */
export function createService(options: CreateServiceOptions): Service {
  const {
    store,
    secrets,
    tools = NO_TOOLS,
    artifacts = createArtifactStorage(null),
    now = () => new Date(),
    publicUrl = () => null,
    onError = () => {},
  } = options;
  const limits = { bodyBytes: DEFAULT_BODY_LIMIT, artifactBytes: 50 * 1024 * 1024, ...options.limits };
  const hosting = options.createHosting(
    createHostingBackend({
      db: store.db,
      artifacts,
      secrets,
      now,
      readVariables: options.readVariables ?? (async () => ({})),
    }),
  );
  const runner = options.createRunner?.({
    jobs: createEvaluationJobs(store, secrets, now),
    leases: createLeaseStore(store.db),
    hosting,
    tools,
    now,
  });
  const draining = new AbortController();
  const surroundings: OperationSurroundings = {
    draining: draining.signal,
    hosting,
    artifacts,
    secrets,
    tools,
    wakeRunner: () => runner?.wake(),
    problemOf: (evaluationId) => runner?.problemOf(evaluationId) ?? null,
    addressOf: (appId, variantId) => {
      const base = publicUrl();
      return base === null ? null : `${base.replace(/\/+$/, '')}/services/${appId}/${variantId}`;
    },
  };
  const answer = createAnswer({ store, hosting, limits, now, surroundings });
  const close = async (): Promise<void> => {
    await runner?.close();
    await hosting.stop();
  };
  return {
    fetch: async (request, { principal } = {}) => {
      const requestId = requestIdOf(request);
      const startedAt = performance.now();
      const seen: Seen = { route: 'unmatched', keyId: null };
      const trace = options.traces?.begin(request) ?? null;
      const ask = () =>
        answer(request, principal ?? null, requestId, seen).catch((error: unknown) =>
          answerFailure(store.explain(error), request, requestId, onError),
        );
      const response = await (trace === null ? ask() : trace.run(ask));
      const { method, url } = request;
      const ms = performance.now() - startedAt;
      const served = { ...seen, requestId, method, path: new URL(url).pathname, status: response.status, ms };
      options.onServed?.(served);
      trace?.end(served);
      return finish(request, response, requestId);
    },
    drain: () => draining.abort(),
    whenIdle: async () => await runner?.whenIdle(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface AnswerOptions {
  readonly store: Store;
  readonly hosting: Hosting;
  readonly limits: BodyLimits;
  readonly now: () => Date;
  readonly surroundings: OperationSurroundings;
}

/** What is found out about a request on the way. */
interface Seen {
  route: string;
  keyId: string | null;
}

type Answer = (request: Request, known: Principal | null, requestId: string, seen: Seen) => Promise<Response>;

function createAnswer({ store, hosting, limits, now, surroundings }: AnswerOptions): Answer {
  const matchEndpoint = createEndpointMatcher();
  const identify = async (request: Request, known: Principal | null, role: Endpoint['role'], instant: string) => {
    if (known === null) return await authenticate(store.db, request, role, instant);
    requireRole(known, role);
    return known;
  };
  return async (request, known, requestId, seen) => {
    const url = new URL(request.url);
    const instant = now().toISOString();
    const hosted = parseHostedPath(url.pathname);
    if (hosted !== null) {
      seen.route = '/services/{app_id}/{variant_id}';
      seen.keyId = (await identify(request, known, 'viewer', instant)).id;
      return await answerHostedCall(hosted, request, url, { db: store.db, hosting, bodyBytes: limits.bodyBytes });
    }
    const match = matchEndpoint(request.method, url.pathname);
    if (match.kind !== 'found') return toRefusalResponse(refusalOf(match, request.method, url.pathname));
    const endpoint = ENDPOINTS[match.name];
    seen.route = endpoint.path;
    const principal = await identify(request, known, endpoint.role, instant);
    seen.keyId = endpoint.role === null ? null : principal.id;
    const parsed = await parseRequest(endpoint, request, url, match.params, limits);
    if (!parsed.ok) return toRefusalResponse(parsed.refusal);
    const asked = { name: match.name, endpoint, request, url, input: parsed.value };
    return await runOperation({ ...asked, principal, now: instant, requestId }, store, surroundings);
  };
}

function refusalOf(
  match: { readonly kind: 'unknown' } | { readonly kind: 'wrong-method'; readonly allow: readonly string[] },
  method: string,
  path: string,
): Refusal {
  if (match.kind === 'unknown') return { status: 404, detail: `There is nothing at ${path}. See /openapi.json.` };
  const allow = match.allow.join(', ');
  return { status: 405, detail: `${path} does not take ${method}; it takes ${allow}.`, headers: { allow } };
}

function finish(request: Request, response: Response, requestId: string): Response {
  const isBodyless = request.method === 'HEAD' && response.body !== null;
  const finished = isBodyless ? new Response(null, { status: response.status, headers: response.headers }) : response;
  finished.headers.set('wf-version', INTERFACE_VERSION);
  finished.headers.set(REQUEST_ID_HEADER, requestId);
  return finished;
}
