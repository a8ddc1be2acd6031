import type { Usage } from '../../sdk/context/usage.ts';
import { recordedUsage } from './recorded-usage.ts';
import type { SpanUsage } from './to-span-usage.ts';

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

/** Traces one call. */
export interface CallTrace {
  readonly treeId: string;
  /** Runs a part of the call: spans inside it belong to the call. */
  run<T>(work: () => T): T;
  recordUsage(usage: Usage): void;
  /** Notes that the call failed. */
  fail(error: unknown): void;
  /** Ends the call. Resolves with its spans when they have ended as well, or at a time limit. */
  finish(): Promise<readonly CallSpan[]>;
}

export interface TracedCall {
  /** Name of the route's export. */
  readonly name: string;
  readonly path: string;
  /** The caller's own span. @source W3C Trace Context */
  readonly traceparent?: string | null;
  /** Whether the caller asks for the spans. */
  readonly isInline: boolean;
}

/** Starts tracing a call. */
export type CallTracer = (call: TracedCall) => CallTrace;

/** Notes only the usage that a handler records, which needs no OpenTelemetry. */
export const traceUsage: CallTracer = () => {
  const spans: CallSpan[] = [];
  return {
    treeId: crypto.randomUUID(),
    run: (work) => work(),
    recordUsage: (usage) => spans.push(toUsageSpan(usage)),
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
