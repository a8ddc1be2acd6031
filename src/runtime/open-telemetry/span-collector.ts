import { createContextKey, type Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace';
import { ExchangeLog } from '../model-calls/open-exchange.ts';

/** A workflow with a span per row of a large table must not exhaust the memory. */
const MAX_SPANS = 10_000;
/** A library may end its span shortly after it returned. @source facts §4.3 */
export const MAX_WAIT_MS = 1000;

const COLLECTION = createContextKey('wf.call');

/** Collects the spans of each call, identified by the context they start in: two calls may be parts of one trace. */
export function createSpanCollector() {
  const collections = new WeakMap<object, SpanCollection>();
  const processor: SpanProcessor = {
    onStart(span: Span, parent: Context) {
      const collection = collectionOf(parent);
      if (collection === undefined || !collection.open(span)) return;
      collections.set(span, collection);
    },
    onEnd: (span) => collections.get(span)?.close(span),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  return { processor, isCollecting: (context: Context) => collectionOf(context) !== undefined };
}

export function collectWithin(context: Context): { context: Context; collection: SpanCollection } {
  const collection = new SpanCollection();
  return { context: context.setValue(COLLECTION, collection), collection };
}

export function isWithin(context: Context, collection: SpanCollection): boolean {
  return collectionOf(context) === collection;
}

export function findExchangeLog(context: Context): ExchangeLog | undefined {
  return collectionOf(context)?.exchanges;
}

function collectionOf(context: Context): SpanCollection | undefined {
  const value = context.getValue(COLLECTION);
  return value instanceof SpanCollection ? value : undefined;
}

/** The spans of one call, and the calls of models that were seen on their connections. */
export class SpanCollection {
  readonly ended: ReadableSpan[] = [];
  readonly exchanges: ExchangeLog;
  /** Called when a span or the call of a model has ended; `undefined`: nobody wants to know. */
  onEnd: (() => void) | undefined;
  readonly #open = new Set<unknown>();
  #settled: (() => void) | undefined;

  constructor() {
    this.exchanges = new ExchangeLog(() => this.onEnd?.());
  }

  open(span: Span): boolean {
    if (this.#open.size + this.ended.length >= MAX_SPANS) return false;
    this.#open.add(span);
    return true;
  }

  close(span: ReadableSpan): void {
    this.#open.delete(span);
    this.ended.push(span);
    this.onEnd?.();
    if (this.#open.size === 0) this.#settled?.();
  }

  /** Resolves when every started span has ended, or after a time limit. */
  async settle(): Promise<void> {
    if (this.#open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#settled = resolve;
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    await promise;
    clearTimeout(timer);
  }
}
