import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { ReportedUse } from '../../contract/host-protocol/bundle-protocol.ts';
import { type Answer, toResponse } from '../../http/exchange.ts';
import { type CollectedRoute, collectRoutes, describeRoute } from '../../sdk/routes/collect-routes.ts';
import type { ConfigurationSource } from '../../sdk/context/routing-context.ts';
import { answerCall, type AnswerCallOptions } from '../call/answer-call.ts';
import {
  answerOther,
  type CallUse,
  isInline,
  listAddresses,
  missingAnswer,
  type Others,
  splitUrl,
  wrongMethod,
} from '../call/addresses.ts';
import { type CallClock, type Caller, createCallClock } from '../call/call-clock.ts';
import { type CallSpan, type CallTracer, traceUsage } from '../tracing/call-trace.ts';
import { toReportedUses } from '../call/to-answer-body.ts';
import { type PreparedRoute, prepareRoute, readCallBody, readCallText } from '../call/read-call.ts';
import type { PriceSource } from '../tracing/price-spans.ts';
import type { ExplainFailure } from '../call/to-call-failure.ts';
import { toOpenApi } from './to-open-api.ts';
import { CALL_TIME } from '../../foundation/sizes.ts';

export interface WorkflowAppOptions {
  /** Where deployed calls get their configurations. Without one, they run with the code's defaults. */
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
  /** Time limit of a handler, in milliseconds. @defaultValue 300,000 */
  readonly callTimeoutMs?: number;
  /** Enforces the time limit, for a platform where calls must not share a timer. Left out: one timer for all calls. */
  readonly clock?: CallClock;
  /** Traces calls. Left out: only usage that handlers record is known. */
  readonly tracer?: CallTracer;
  /** Rewords what handlers throw. Left out: callers get the handler's own message. */
  readonly explainFailure?: ExplainFailure;
  /** Prices of model calls. Left out: only a cost that is recorded is known. */
  readonly prices?: PriceSource;
}

/** A call that did not come as an HTTP request. */
export interface PostedCall extends Caller {
  /** Path and query, as in `/run/summarise?inline=true`. */
  readonly path: string;
  /** JSON */
  readonly body: string;
  /** Equals the header `wf-revision`. */
  readonly revision: string | null;
  /** The client that gets the answer as it is. Left out: of the tree of spans, only the figures are asked for. */
  readonly client?: { readonly traceparent: string | null } | undefined;
  /** Called with all that the call has used so far: it may never answer. */
  readonly onUsage?: ((uses: readonly ReportedUse[]) => void) | undefined;
}

/** Serves the routes of a workflow. */
export interface WorkflowApp {
  /** Answers a request. Never rejects: a failure becomes a response. */
  fetch(this: void, request: Request): Promise<Response>;
  /** The inputs and outputs of the routes, by path. */
  describe(this: void): RouteSchema[];
}

/** The routes of a workflow, for callers that make many calls. */
export interface PostableApp extends WorkflowApp {
  /** Calls a route like a POST with this body, without creating a request and a response. Never rejects. */
  post(this: void, call: PostedCall): Promise<Answer>;
}

export const DEFAULT_CALL_TIMEOUT_MS = CALL_TIME.most * 1000;

/**
 * Serves the routes that a module exports. It uses web standards only, so it runs wherever `fetch` handlers do.
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
      if (endpoint === undefined) return missingAnswer('POST', path, others.paths());
      const { body, revision, client, onUsage } = call;
      const called = {
        query,
        caller: call,
        acceptsEvents: false,
        revision,
        traceparent: client?.traceparent ?? null,
        tree: client === undefined ? 'figures' : 'whole',
        onUsage: onUsage === undefined ? undefined : (spans: readonly CallSpan[]) => onUsage(toReportedUses(spans)),
      } as const;
      return await answer(called, endpoint, readCallText(body));
    },
  };
}

/** Context that all calls of an app share. */
function createAnswerer(options: WorkflowAppOptions) {
  const {
    explainFailure = asThrown,
    tracer = traceUsage,
    prices,
    configurations,
    trustRevisionHeader = false,
  } = options;
  const prepared = createPreparer();
  const clock = options.clock ?? createCallClock(options.callTimeoutMs ?? DEFAULT_CALL_TIMEOUT_MS);
  return (called: Called, endpoint: Endpoint, body: AnswerCallOptions['body']): Promise<Answer> =>
    answerCall({
      ...called,
      body,
      use: endpoint.use,
      prepared: prepared(endpoint.collected),
      configurations,
      revision: trustRevisionHeader ? called.revision : null,
      clock,
      explainFailure,
      tracer,
      prices,
      tree: endpoint.use === 'playground' || isInline(called.query) ? called.tree : 'none',
    });
}

const asThrown: ExplainFailure = (thrown) => thrown;

type Called = { readonly query: string } & Pick<
  AnswerCallOptions,
  'caller' | 'acceptsEvents' | 'revision' | 'traceparent' | 'tree' | 'onUsage'
>;

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

/** Compiles a route on its first call, so that a bundle of many routes starts as fast as one of few. */
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
