import {
  type Attributes,
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import type { Usage } from '../../sdk/context/routing-context.ts';
import { type ModelCall, modelOf } from '../model-calls/open-exchange.ts';
import {
  type CallSpan,
  type CallTrace,
  isModelCallType,
  recordedUsage,
  type SpanUsage,
  toSpanUsage,
  type TracedCall,
} from '../tracing/call-trace.ts';
import { writeModelCallSpan } from './model-call-span.ts';
import { COST_ATTRIBUTE, readSpan, REASON_ATTRIBUTE, RECORDED_ATTRIBUTE } from './read-span.ts';
import { writeTokenCounts } from './read-token-counts.ts';
import { ownSpan } from './shared-provider.ts';
import { collectWithin, isWithin, MAX_WAIT_MS, type SpanCollection } from './span-collector.ts';

const PROPAGATOR = new W3CTraceContextPropagator();

/** Traces one call with a span of its own, below its caller's. */
export function traceCall(tracer: Tracer, { name, path, isInline, traceparent }: TracedCall): CallTrace {
  const caller = PROPAGATOR.extract(ROOT_CONTEXT, { traceparent: traceparent ?? undefined }, defaultTextMapGetter);
  const { context: outside, collection } = collectWithin(caller);
  const root = tracer.startSpan(name, { attributes: { 'wf.route': path } }, outside);
  const inside = trace.setSpan(outside, root);
  const { spanId, traceId } = ownSpan(root).spanContext();
  let finished: Promise<CallSpan[]> | undefined;
  const finish = () => (finished ??= finishSpans(tracer, collection));
  return {
    treeId: toUuid(traceId),
    run: (work) => context.with(inside, work),
    recordUsage(usage) {
      const active = context.active();
      // Code that lost its context, in its own queue for example, is still recognised by the handler that called it.
      const parent = isWithin(active, collection) ? active : inside;
      tracer.startSpan(usage.model, { attributes: toAttributes(usage) }, parent).end();
    },
    fail(error) {
      failSpan(root, error);
      void finish();
    },
    async finish() {
      root.end();
      const finished = finish();
      if (!isInline) return [];
      const spans = (await finished).filter(({ id }) => id !== spanId);
      return spans.map((span) => (span.parentId === spanId ? { ...span, parentId: null } : span));
    },
  };
}

function failSpan(span: Span, error: unknown): void {
  span.recordException(error instanceof Error ? error : String(error));
  span.setStatus({ code: SpanStatusCode.ERROR, message: messageOf(error) });
  span.end();
}

function toAttributes(recorded: Usage): Attributes {
  const usage = recordedUsage(recorded);
  const { model, provider, cost, reason } = usage;
  return {
    'gen_ai.request.model': model,
    'gen_ai.provider.name': provider,
    ...writeTokenCounts(usage),
    [RECORDED_ATTRIBUTE]: true,
    [COST_ATTRIBUTE]: cost === undefined ? undefined : (cost ?? 'unknown'),
    [REASON_ATTRIBUTE]: reason,
  };
}

/** The tree's id finds an exported trace. */
function toUuid(traceId: string): string {
  return traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Waits for the spans of a call, and writes those of model calls that have none. */
async function finishSpans(tracer: Tracer, collection: SpanCollection): Promise<CallSpan[]> {
  const [calls] = await Promise.all([collection.exchanges.settle(MAX_WAIT_MS), collection.settle()]);
  const spans = collection.ended.map(readSpan);
  if (calls.length === 0) return spans;
  const { unclaimed, usages } = claimCalls(calls.map(toSeenCall), spans, isRecorded);
  const count = collection.ended.length;
  for (const { call } of unclaimed) writeModelCallSpan(tracer, call);
  const filled = spans.map((span) => ({ ...span, usage: usages.get(span.id) ?? span.usage }));
  return [...filled, ...collection.ended.slice(count).map(readSpan)];
}

function isRecorded({ attributes }: CallSpan): boolean {
  return attributes[RECORDED_ATTRIBUTE] === true;
}

function toSeenCall(call: ModelCall): SeenCall & { readonly call: ModelCall } {
  const parent = trace.getSpan(call.context);
  const { startedAt, endedAt, provider, request, answer } = call;
  const tokens = answer?.tokens;
  const named = { model: modelOf(call), ...(provider === undefined ? {} : { provider }) };
  return {
    call,
    startedAt,
    endedAt,
    parentId: parent === undefined ? null : ownSpan(parent).spanContext().spanId,
    models: [request.model, answer?.model].filter((model) => model !== undefined),
    usage: tokens === undefined ? null : toSpanUsage({ ...named, ...tokens }),
  };
}

/** A model call that was seen on its connection. */
export interface SeenCall {
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** The innermost span in which it was made. */
  readonly parentId: string | null;
  /** The names of its model: requested, and answered. */
  readonly models: readonly string[];
  /** `null` if it failed, or reported no tokens. */
  readonly usage: SpanUsage | null;
}

/**
 * Finds the spans that instrumentations and `recordUsage` made of calls that were seen as well, so that each call counts
 * once. A span claims the calls made within it. Some libraries do not make their span the active one: theirs claims one
 * call of the same model that was made while it was open, rather one with the same tokens.
 */
export function claimCalls<T extends SeenCall>(
  seen: readonly T[],
  spans: readonly CallSpan[],
  isRecorded: (span: CallSpan) => boolean,
) {
  const open = new Set(seen.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime()));
  /** Usage of spans that do not report it themselves, by the span's id. */
  const usages = new Map<string, SpanUsage>();
  const models = new Set(spans.filter((span) => isModelCallType(span.type) && !isRecorded(span)));
  const claim = (span: CallSpan, calls: readonly T[]) => {
    models.delete(span);
    for (const call of calls) open.delete(call);
    const usage = usageOf(calls);
    if (usage !== null && !hasTokens(span.usage)) usages.set(span.id, usage);
  };
  const byId = new Map(spans.map((span) => [span.id, span]));
  const within = Map.groupBy(seen, ({ parentId }) => findModelSpan(parentId, byId, models));
  for (const [span, calls] of within) if (span !== undefined) claim(span, calls);
  for (const isMatch of [isSameUsage, () => true]) {
    for (const span of models) {
      const match = [...open].find((call) => isDuring(call, span) && isSameModel(call, span) && isMatch(call, span));
      if (match !== undefined) claim(span, [match]);
    }
  }
  claimRecorded(open, spans.filter(isRecorded));
  return { unclaimed: [...open], usages };
}

/**
 * A handler records one call or the sum of several: with the tokens of a seen call it stands for that one, with others for
 * all of the same model that began before it.
 */
function claimRecorded(open: Set<SeenCall>, recorded: readonly CallSpan[]): void {
  const sums = recorded.filter((span) => {
    const match = [...open].find((call) => isSameModel(call, span) && isSameUsage(call, span));
    if (match !== undefined) open.delete(match);
    return match === undefined;
  });
  for (const span of sums) {
    for (const call of open) if (isSameModel(call, span) && call.startedAt <= span.startedAt) open.delete(call);
  }
}

/** The nearest span of a model call at or above a span. */
function findModelSpan(
  id: string | null,
  byId: ReadonlyMap<string, CallSpan>,
  models: ReadonlySet<CallSpan>,
): CallSpan | undefined {
  const span = id === null ? undefined : byId.get(id);
  return span === undefined || models.has(span) ? span : findModelSpan(span.parentId, byId, models);
}

/** Clocks of spans and of ours differ by the time that it takes to start a span. */
const TOLERANCE_MS = 50;

function isDuring(call: SeenCall, span: CallSpan): boolean {
  return (
    call.startedAt.getTime() >= span.startedAt.getTime() - TOLERANCE_MS &&
    call.endedAt.getTime() <= span.endedAt.getTime() + TOLERANCE_MS
  );
}

function isSameModel({ models }: SeenCall, { usage }: CallSpan): boolean {
  const names = [usage?.model, usage?.requestedModel].flatMap((name) => (name === undefined ? [] : [bareName(name)]));
  return models.some((model) => names.includes(bareName(model)));
}

/** Without the provider that some libraries put before it. */
function bareName(model: string): string {
  return model.slice(model.lastIndexOf('/') + 1).toLowerCase();
}

function isSameUsage({ usage }: SeenCall, span: CallSpan): boolean {
  return (
    usage !== null &&
    usage.input_tokens === span.usage?.input_tokens &&
    usage.output_tokens === span.usage.output_tokens
  );
}

function hasTokens(usage: SpanUsage | null): boolean {
  return usage !== null && usage.input_tokens !== null && usage.output_tokens !== null;
}

/** The calls of one span are attempts: those that failed have no usage. */
function usageOf(calls: readonly SeenCall[]): SpanUsage | null {
  return calls.findLast(({ usage }) => hasTokens(usage))?.usage ?? null;
}
