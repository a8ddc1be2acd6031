import type { Usage } from '../../sdk/context/routing-context.ts';

/** Kinds of nodes in a call's tree. @source facts §4.3 */
export type SpanType = 'agent' | 'chat' | 'completion' | 'embedding' | 'query' | 'rerank' | 'task' | 'tool';

/** A step of a call, below its handler. */
export interface CallSpan {
  readonly id: string;
  /** `null`: directly below the handler. */
  readonly parentId: string | null;
  readonly name: string;
  readonly type: SpanType;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** True without a duration, as for usage that a handler recorded afterwards. */
  readonly isUntimed?: boolean;
  readonly status: { readonly code: 'OK' | 'ERROR'; readonly message?: string };
  readonly exception?: Readonly<Record<string, unknown>>;
  readonly usage: SpanUsage | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface CallTrace {
  readonly treeId: string;
  /** Runs a part of the call: spans inside it belong to the call. */
  run<T>(work: () => T): T;
  recordUsage(usage: Usage): void;
  /** Marks the call as failed. Only the first error counts. */
  fail(error: unknown): void;
  /** Ends the call. Resolves with its spans when they have ended as well, or at a time limit. */
  finish(): Promise<readonly CallSpan[]>;
}

export interface TracedCall {
  readonly name: string;
  readonly path: string;
  /** The caller's own span. @source W3C Trace Context */
  readonly traceparent?: string | null;
  readonly isInline: boolean;
  /** Called with the spans of models that have ended so far, whenever there are more: the call may never end. */
  readonly onUsage?: ((spans: readonly CallSpan[]) => void) | undefined;
}

export type CallTracer = (call: TracedCall) => CallTrace;

/** Notes only the usage that a handler records, which needs no OpenTelemetry. */
export const traceUsage: CallTracer = ({ onUsage }) => {
  const spans: CallSpan[] = [];
  return {
    treeId: crypto.randomUUID(),
    run: (work) => work(),
    recordUsage(usage) {
      spans.push(toUsageSpan(usage));
      onUsage?.(spans);
    },
    fail: () => undefined,
    finish: () => Promise.resolve(spans),
  };
};

function toUsageSpan(usage: Usage): CallSpan {
  const now = new Date();
  const times = { startedAt: now, endedAt: now };
  const id = crypto.randomUUID();
  const recorded = recordedUsage(usage);
  const place = { id, parentId: null, name: recorded.model, type: 'completion' } as const;
  return { ...place, ...times, isUntimed: true, status: OK, usage: recorded, attributes: {} };
}

const OK = { code: 'OK' } as const;

const MODEL_CALLS: ReadonlySet<SpanType | undefined> = new Set(['chat', 'completion', 'embedding']);

/** Answers whether a span of this type stands for a call of a model, which uses tokens even if it reports none. */
export function isModelCallType(type: SpanType | undefined): boolean {
  return MODEL_CALLS.has(type);
}

/** A stream is read long after its handler returned: each read is a part of the call as well. */
export function withinTrace(items: AsyncIterable<unknown>, trace: CallTrace): AsyncIterable<unknown> {
  const watch = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await trace.run(work);
    } catch (error) {
      trace.fail(error);
      throw error;
    }
  };
  return {
    [Symbol.asyncIterator]() {
      const iterator = trace.run(() => items[Symbol.asyncIterator]());
      return {
        next: () => watch(() => iterator.next()),
        return: async (value) => {
          const result = await watch(async () => await iterator.return?.(value));
          await trace.finish();
          return result ?? { done: true, value };
        },
      };
    },
  };
}

/**
 * Converts usage that a handler recorded. A count that is not a number, as where a provider answered without its usage, makes
 * the cost unknown and does not fail the call: its output is worth more than its price.
 */
export function recordedUsage({ input_includes_cache: isCacheIncluded, ...usage }: Usage): SpanUsage {
  const wrong = [
    ...REQUIRED.filter((name) => !isCount(usage[name])).map((name) => [name, usage[name]] as const),
    ...OPTIONAL.map((name) => [name, usage[name]] as const).filter(([, value]) => isWrong(value)),
    ...Object.entries(usage.details ?? {}).filter(([, value]) => isWrong(value)),
  ];
  const [first] = wrong;
  if (first === undefined) return toSpanUsage({ ...usage, isCacheIncluded });
  const { model, provider, cost } = usage;
  const isCostKnown = cost !== undefined && cost !== null && isCount(cost);
  return {
    model,
    ...(provider === undefined ? {} : { provider }),
    input_tokens: null,
    output_tokens: null,
    cost: isCostKnown ? cost : null,
    ...(isCostKnown ? {} : { reason: `recordUsage was given ${first[0]}: ${String(first[1])}` }),
  };
}

const REQUIRED = ['input_tokens', 'output_tokens'] as const;
const OPTIONAL = [
  'cache_read_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'reasoning_tokens',
  'cost',
] as const;

function isWrong(value: number | null | undefined): boolean {
  return value !== undefined && value !== null && !isCount(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/**
 * Tokens of one model call: input includes those read from a cache and written to it, and output includes reasoning.
 *
 * @source OpenTelemetry semantic conventions, GenAI
 */
export interface SpanUsage extends Omit<Usage, 'input_tokens' | 'output_tokens' | 'input_includes_cache'> {
  /** The requested model, if the one that answered has another name. */
  readonly requestedModel?: string;
  /** `null`: a model was called, but its token counts are unknown. */
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  /** Why the cost is unknown, or 0 for a model without a price. */
  readonly reason?: string;
  /** Why the call failed. */
  readonly failure?: string;
  /** Something that the call used and that no price list has, as `code_interpreter_call`. */
  readonly unpriced?: string;
  /** Whether the call was seen on its connection, so that a provider's name that nobody knows is the author's own. */
  readonly isSeen?: boolean;
}

/** Tokens of one model call as a provider or a library counts them. */
export interface CountedUsage extends SpanUsage {
  /** Whether the input tokens include the cached ones; unknown if left out. */
  readonly isCacheIncluded?: boolean | undefined;
  /** All tokens, which may show how they were counted. */
  readonly total_tokens?: number | undefined;
}

/**
 * Counts tokens in one way, whatever the provider's: input includes what was read from or written to a cache, and output
 * includes reasoning. A part can never exceed the whole.
 */
export function toSpanUsage({ isCacheIncluded, total_tokens: total, ...usage }: CountedUsage): SpanUsage {
  const { input_tokens: input, output_tokens: output, reasoning_tokens: reasoning = 0 } = usage;
  if (input === null || output === null) return usage;
  const written = writtenTokens(usage);
  const cached = (usage.cache_read_tokens ?? 0) + written;
  const isApart =
    cached > input || (isCacheIncluded === undefined ? total === input + cached + output : !isCacheIncluded);
  const isReasoningApart = reasoning > output || total === input + output + reasoning;
  return {
    ...usage,
    input_tokens: isApart ? input + cached : input,
    output_tokens: isReasoningApart ? output + reasoning : output,
    ...(written > 0 ? { cache_write_tokens: written } : {}),
  };
}

/** Tokens kept for an hour are part of all that were written; some libraries report only the part. */
function writtenTokens({ cache_write_tokens: all = 0, cache_write_1h_tokens: hour = 0 }: SpanUsage): number {
  return Math.max(all, hour);
}
