import { type Answer, type Parsed, type Refusal, toRefusalAnswer } from '../../http/exchange.ts';
import { callHandler, checkAnswer, collectAnswer, isAsyncIterable } from '../../sdk/routes/call-handler.ts';
import type { ErasedCall } from '../../sdk/routes/route-definition.ts';
import type { ConfigurationSource, RoutingContext } from '../../sdk/context/routing-context.ts';
import {
  type CallRecord,
  type FailureFigures,
  toAnswerBody,
  toFailureFigures,
  type TreePart,
} from './to-answer-body.ts';
import { type ExplainFailure, logFailure, toCallFailure } from './to-call-failure.ts';
import type { Caller, CallClock, CallLimit } from './call-clock.ts';
import { type CallTrace, type CallTracer, type TracedCall, withinTrace } from '../tracing/call-trace.ts';
import { messageOf, UserError } from '../../foundation/errors/wf-error.ts';
import type { CallUse } from './addresses.ts';
import {
  type PreparedRoute,
  readDeployedCall,
  readPlaygroundCall,
  resolveConfiguration,
  toContext,
} from './read-call.ts';
import { type PriceSource, priceSpans } from '../tracing/price-spans.ts';
import { streamAnswer } from './stream-answer.ts';

export interface AnswerCallOptions {
  readonly body: Parsed<Record<string, unknown>>;
  readonly caller: Caller;
  readonly acceptsEvents: boolean;
  readonly use: CallUse;
  readonly prepared: PreparedRoute;
  readonly configurations: ConfigurationSource | undefined;
  /** Revision that a parent process has already resolved. */
  readonly revision: string | null;
  readonly traceparent: string | null;
  readonly clock: CallClock;
  readonly explainFailure: ExplainFailure;
  readonly tracer: CallTracer;
  readonly prices: PriceSource | undefined;
  readonly tree: TreePart;
  /** Called with the spans of models that have ended so far. Left out: nobody wants to know before the answer. */
  readonly onUsage?: TracedCall['onUsage'];
}

/** Answers a call of a route. @source design §4 */
export async function answerCall(options: AnswerCallOptions): Promise<Answer> {
  const { body, caller, clock, prepared, use } = options;
  if (!body.ok) return toRefusalAnswer(body.refusal);
  const limit = clock(caller);
  const begun: BegunCall = { record: null };
  try {
    return await limit.within(answerBody(body.value, options, { limit, begun }));
  } catch (error) {
    const { path } = prepared.route;
    // A playground call carries the stack to its caller; any other leaves it to whoever reads the log.
    if (use === 'deployed') logFailure(error, path);
    return refuseCall(toCallFailure(error, path, use), limit, await readFigures(begun, error, options));
  }
}

/** What has been recorded of a call, for the case that it fails or is too slow; `null`: its handler was not called. */
interface BegunCall {
  record: CallRecorder | null;
}

interface CallState {
  readonly limit: CallLimit;
  readonly begun: BegunCall;
}

async function answerBody(body: Record<string, unknown>, options: AnswerCallOptions, state: CallState) {
  const ready = await prepareCall(body, options, state.limit);
  return ready.ok ? await runCall(ready.value, options, state) : refuseCall(ready.refusal, state.limit);
}

async function readFigures({ record }: BegunCall, error: unknown, { tree }: AnswerCallOptions) {
  if (record === null || tree === 'none') return undefined;
  record.trace.fail(error);
  return toFailureFigures({ ...(await record.read()), failure: messageOf(error) }, tree);
}

interface ReadyCall {
  readonly config: Record<string, unknown>;
  readonly input: Record<string, unknown>;
  readonly context: RoutingContext;
}

async function prepareCall(
  body: Record<string, unknown>,
  { use, prepared, configurations, revision }: AnswerCallOptions,
  limit: CallLimit,
): Promise<Parsed<ReadyCall>> {
  if (use === 'playground') {
    const call = await readPlaygroundCall(body, prepared);
    return call.ok ? { ok: true, value: { ...call.value, context: { config: call.value.config } } } : call;
  }
  const call = await readDeployedCall(body, prepared);
  if (!call.ok) return call;
  const resolved = await resolveConfiguration(call.value, prepared, { source: configurations, revision, limit });
  if (!resolved.ok) return resolved;
  const { stored, config } = resolved.value;
  // Code below the handler may ask for other routes' fields, so the context contains all stored ones.
  const context = { ...toContext(call.value), config: { ...stored, ...config }, isFetched: true };
  return { ok: true, value: { config, input: call.value.input, context } };
}

async function runCall(call: ReadyCall, options: AnswerCallOptions, { limit, begun }: CallState): Promise<Answer> {
  const { explainFailure, prepared, configurations, tree, tracer, traceparent, onUsage } = options;
  const { path } = prepared.route;
  const trace = tracer({ name: prepared.name, path, isInline: tree !== 'none', traceparent, onUsage });
  begun.record = createCallRecorder(trace, options);
  const recordUsage: CallTrace['recordUsage'] = (usage) => trace.recordUsage(usage);
  const context: RoutingContext = { ...call.context, route: path, configurations, recordUsage, call: limit };
  try {
    return await runHandler({ ...call, context }, begun.record, options, limit);
  } catch (error) {
    const explained = explainFailure(error);
    trace.fail(explained);
    throw explained;
  }
}

async function runHandler(
  call: ReadyCall,
  record: CallRecorder,
  options: AnswerCallOptions,
  limit: CallLimit,
): Promise<Answer> {
  const { explainFailure, prepared, tree, use } = options;
  const { route } = prepared;
  const { trace } = record;
  const toBody = async (data: unknown): Promise<string> => {
    const recorded = await record.read();
    return writeAnswer(route.path, () => toAnswerBody(data, recorded, tree));
  };
  const toFigures = (error: unknown) => readFigures({ record }, error, options);
  const handed = new HandedCall(call.config, call.input, limit);
  const answer = await trace.run(() => callHandler(route, handed, call.context));
  if (!isAsyncIterable(answer)) return toJsonAnswer(await toBody(answer), limit);
  const items = withinTrace(answer, trace);
  if (options.acceptsEvents) return streamAnswer({ items, route, use, limit, explainFailure, toBody, toFigures });
  const collected = await checkAnswer(route, await collectAnswer(items));
  return toJsonAnswer(await toBody(collected), limit);
}

interface CallRecorder {
  readonly trace: CallTrace;
  /** Ends the call and returns its record. */
  readonly read: () => Promise<CallRecord>;
}

/** Starts timing a call. */
function createCallRecorder(trace: CallTrace, { prepared: { name }, prices, tree }: AnswerCallOptions): CallRecorder {
  const startedAt = new Date();
  const clock = performance.now();
  return {
    trace,
    read: async () => {
      const durationMs = performance.now() - clock;
      const spans = await trace.finish();
      const priced = tree === 'none' ? [] : await priceSpans(spans, prices);
      return { treeId: trace.treeId, name, startedAt, durationMs, spans: priced };
    },
  };
}

/**
 * What the handler receives. A class, for its getter: the signal is created on first use, and most handlers never use
 * it.
 */
class HandedCall implements ErasedCall {
  readonly config: Record<string, unknown>;
  readonly input: Record<string, unknown>;
  readonly #limit: CallLimit;

  constructor(config: Record<string, unknown>, input: Record<string, unknown>, limit: CallLimit) {
    this.config = config;
    this.input = input;
    this.#limit = limit;
  }

  get signal(): AbortSignal {
    return this.#limit.signal;
  }
}

function writeAnswer(path: string, write: () => string): string {
  try {
    return write();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new UserError({
      code: 'WF_ROUTE_FAILED',
      message: `Route ${path} returned a value that is not JSON: ${reason}`,
      cause,
    });
  }
}

function toJsonAnswer(body: string, limit: CallLimit): Answer {
  limit.done();
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

function refuseCall(refusal: Refusal, limit: CallLimit, more?: FailureFigures): Answer {
  limit.done();
  return toRefusalAnswer({ ...refusal, more });
}
