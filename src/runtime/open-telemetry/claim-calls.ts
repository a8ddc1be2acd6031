import { omitUndefined } from '../../foundation/record.ts';
import { type CallSpan, isModelCallType, type SpanUsage } from '../tracing/call-trace.ts';

/** A model call that was seen on its connection. */
export interface SeenCall {
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** The innermost span in which it was made. */
  readonly parentId: string | null;
  /** The names of its model: requested, and answered. */
  readonly models: readonly string[];
  /** Whether it went to a provider in a form that is not read, so that its model is unknown. */
  readonly isUnknown?: boolean;
  /** `null` if it reported no tokens. */
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
    const usage = claimedUsage(span, calls);
    if (usage !== null) usages.set(span.id, usage);
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

function isSameModel({ models, isUnknown = false }: SeenCall, { usage }: CallSpan): boolean {
  if (isUnknown) return true;
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

/**
 * What a span used whose calls were seen. A span with tokens of its own keeps them, since it may stand for several calls;
 * the connection tells more of a single one, such as its host, where the span has a name that the author chose.
 */
function claimedUsage(span: CallSpan, calls: readonly SeenCall[]): SpanUsage | null {
  const answered = calls.filter(({ usage }) => usage !== null && usage.failure === undefined && hasTokens(usage));
  const usage = answered.at(-1)?.usage ?? calls.findLast((call) => call.usage !== null)?.usage ?? null;
  const own = span.usage;
  if (!hasTokens(own) || own.failure !== undefined) {
    return usage === null ? null : withAttempts({ ...omitUndefined({ failure: own?.failure }), ...usage }, calls);
  }
  const [only] = answered;
  const more = only?.usage != null && answered.length === 1 && isSameUsage(only, span) ? only.usage : {};
  // A host says better whose price it is than the name in a span.
  return withAttempts(
    { ...own, ...more, ...omitUndefined({ provider: usage?.provider ?? own.provider }), isSeen: true },
    calls,
  );
}

/** Each attempt is paid: one that failed after it had begun makes the cost unknown. */
function withAttempts(usage: SpanUsage, calls: readonly SeenCall[]): SpanUsage {
  if (usage.failure !== undefined) return usage;
  const begun = calls.find((call) => call.usage?.failure !== undefined && call.usage.cost !== 0);
  if (begun === undefined) return usage;
  return { ...usage, cost: null, reason: `an attempt before it failed: ${begun.usage?.failure}` };
}

function hasTokens(usage: SpanUsage | null): usage is SpanUsage {
  return usage !== null && usage.input_tokens !== null && usage.output_tokens !== null;
}
