import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { type Answer, type Parsed, toRefusalAnswer, toResponse } from '../../http/refusal.ts';
import { type CollectedRoute, collectRoutes } from '../../sdk/routes/collect-routes.ts';
import { describeRoute } from '../../sdk/routes/describe-routes.ts';
import type { ConfigurationSource } from '../../sdk/context/routing-context.ts';
import { answerCall } from '../call/answer-call.ts';
import { answerOther, type Others, wrongMethod } from './answer-other.ts';
import { type CallClock, type Caller, createCallClock } from '../call/call-clock.ts';
import type { TreePart } from '../call/to-answer-body.ts';
import { type CallTracer, traceUsage } from '../tracing/call-trace.ts';
import { type CallUse, listAddresses } from '../call/list-addresses.ts';
import { type PreparedRoute, prepareRoute } from '../call/prepare-route.ts';
import type { PriceSource } from '../tracing/price-spans.ts';
import { readCallBody, readCallText } from '../call/read-call.ts';
import { isInline, splitUrl } from './split-url.ts';
import { toOpenApi } from './to-open-api.ts';

export interface WorkflowAppOptions {
  /** Where the configurations of deployed calls come from. Without one they run with the code's defaults. */
  readonly configurations?: ConfigurationSource;
  /**
   * Whether the header `wf-revision` names the configuration. Only behind a parent that resolves calls and sets or
   * removes the header itself.
   *
   * @defaultValue `false`
   */
  readonly trustRevisionHeader?: boolean;
  /** Largest body, in bytes. @defaultValue 10 MiB */
  readonly bodyLimit?: number;
  /** Longest a handler may take. @defaultValue 300,000 */
  readonly callTimeoutMs?: number;
  /** Measures that time, for a platform where calls may share no timer. Left out: one for all calls. */
  readonly clock?: CallClock;
  /** Watches what calls do. Left out: usage that handlers record is noted, and nothing else. */
  readonly tracer?: CallTracer;
  /** Where the prices of model calls come from. Left out: only a cost that is recorded is known. */
  readonly prices?: PriceSource;
}

/** A call that did not come as a request. */
export interface PostedCall extends Caller {
  /** Path and query, as in `/run/summarise?inline=true`. */
  readonly path: string;
  /** JSON */
  readonly body: string;
  /** Counts as the header `wf-revision` does. */
  readonly revision: string | null;
}

/** The routes of a workflow, served. */
export interface WorkflowApp {
  /** Answers a request. Never rejects: a failure is an answer. */
  fetch(this: void, request: Request): Promise<Response>;
  /** What the routes take and give, by path. */
  describe(this: void): RouteSchema[];
}

/** The routes of a workflow, for callers with many calls. */
export interface PostableApp extends WorkflowApp {
  /**
   * Calls a route as a POST with this body would, without a request and a response. Of the tree of spans, where it asks
   * for one, it is given the sums. Never rejects either.
   */
  post(this: void, call: PostedCall): Promise<Answer>;
}

export const DEFAULT_CALL_TIMEOUT_MS = 300_000;

/**
 * Serves the routes that a module exports. Web standards only, so it runs wherever `fetch` handlers do.
 *
 * @param module - a module's namespace, or any record of its exports
 * @throws {WF_WORKFLOW_INVALID} when two routes share a path
 * @source seed §4.6, design §4
 */
export function createWorkflowApp(
  module: Readonly<Record<string, unknown>>,
  options: WorkflowAppOptions = {},
): PostableApp {
  const routes = collectRoutes(module);
  const endpoints = toEndpoints(routes);
  const answer = createAnswerer(options);
  const describe = once(() => routes.map(describeRoute));
  const others: Others = {
    paths: () => [...endpoints.keys()],
    openApi: once(() => JSON.stringify(toOpenApi(describe()))),
  };
  return {
    describe,
    async fetch(request) {
      const { path, query } = splitUrl(request.url);
      const endpoint = endpoints.get(path);
      if (endpoint === undefined) return answerOther(request, path, others);
      if (request.method !== 'POST') return wrongMethod(request, path, 'POST');
      const { headers } = request;
      const acceptsEvents = headers.get('accept')?.includes('text/event-stream') === true;
      const [revision, traceparent] = [headers.get('wf-revision'), headers.get('traceparent')];
      const called = { query, caller: request, acceptsEvents, revision, traceparent, tree: 'whole' } as const;
      return toResponse(await answer(called, endpoint, await readCallBody(request, options.bodyLimit)));
    },
    async post(call) {
      const { path, query } = splitUrl(`wf://bundle${call.path}`);
      const endpoint = endpoints.get(path);
      if (endpoint === undefined) return toRefusalAnswer({ status: 404, detail: `There is no route at ${path}.` });
      const { body, revision } = call;
      const called = {
        query,
        caller: call,
        acceptsEvents: false,
        revision,
        traceparent: null,
        tree: 'figures',
      } as const;
      return await answer(called, endpoint, readCallText(body));
    },
  };
}

type Answerer = (called: Called, endpoint: Endpoint, body: Parsed<Record<string, unknown>>) => Promise<Answer>;

/** Context that all calls of an app share. */
function createAnswerer(options: WorkflowAppOptions): Answerer {
  const { tracer = traceUsage, prices, configurations, trustRevisionHeader = false } = options;
  const prepared = createPreparer();
  const clock = options.clock ?? createCallClock(options.callTimeoutMs ?? DEFAULT_CALL_TIMEOUT_MS);
  return (called, endpoint, body) =>
    answerCall({
      ...called,
      body,
      use: endpoint.use,
      prepared: prepared(endpoint.collected),
      configurations,
      revision: trustRevisionHeader ? called.revision : null,
      clock,
      tracer,
      prices,
      tree: endpoint.use === 'playground' || isInline(called.query) ? called.tree : 'none',
    });
}

/** What is known of a call besides its body. */
interface Called {
  readonly query: string;
  readonly caller: Caller;
  readonly acceptsEvents: boolean;
  readonly revision: string | null;
  /** The caller's own span. */
  readonly traceparent: string | null;
  /** What it reads of the tree of spans, where it asks for one. */
  readonly tree: TreePart;
}

/** What is served at a path. */
interface Endpoint {
  readonly use: CallUse;
  readonly collected: CollectedRoute;
}

function toEndpoints(routes: readonly CollectedRoute[]): ReadonlyMap<string, Endpoint> {
  return new Map(
    routes.flatMap((collected) =>
      listAddresses(collected.route.path).map(({ path, use }) => [path, { use, collected }] as const),
    ),
  );
}

/** Compiles a route on its first call: a bundle of many routes starts no later than one of few. */
function createPreparer(): (collected: CollectedRoute) => PreparedRoute {
  const prepared = new Map<CollectedRoute, PreparedRoute>();
  return (collected) => {
    const known = prepared.get(collected) ?? prepareRoute(collected);
    prepared.set(collected, known);
    return known;
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
