import { ROOT_CONTEXT } from '@opentelemetry/api';
import type { ReadableSpan, Span } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  collectWithin,
  createSpanCollector,
  findExchangeLog,
  isWithin,
} from '../../../../src/runtime/open-telemetry/span-collector.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The collector only tells spans apart. */
const createSpan = () => ({}) as Span & ReadableSpan;

test('a span belongs to the call that it starts in', () => {
  const { processor, isCollecting } = createSpanCollector();
  const [one, other] = [collectWithin(ROOT_CONTEXT), collectWithin(ROOT_CONTEXT)];
  const [a, b, outside] = [createSpan(), createSpan(), createSpan()];
  processor.onStart(a, one.context);
  processor.onStart(b, other.context);
  processor.onStart(outside, ROOT_CONTEXT);
  for (const span of [b, outside, a]) processor.onEnd(span);
  expect([one.collection.ended, other.collection.ended]).toEqual([[a], [b]]);
  expect([isCollecting(one.context), isCollecting(ROOT_CONTEXT)]).toEqual([true, false]);
  expect([isWithin(one.context, one.collection), isWithin(one.context, other.collection)]).toEqual([true, false]);
  expect(findExchangeLog(one.context)).toBe(one.collection.exchanges);
  expect(findExchangeLog(ROOT_CONTEXT)).toBeUndefined();
});

test('ten thousand spans of a call are collected', () => {
  const { processor } = createSpanCollector();
  const { context, collection } = collectWithin(ROOT_CONTEXT);
  const spans = Array.from({ length: 10_001 }, createSpan);
  const early = spans.slice(0, 5000);
  for (const span of early) processor.onStart(span, context);
  for (const span of early) processor.onEnd(span);
  for (const span of spans.slice(5000)) processor.onStart(span, context);
  for (const span of spans.slice(5000)) processor.onEnd(span);
  expect(collection.ended).toHaveLength(10_000);
  expect(collection.ended.at(-1)).toBe(spans[9999]);
});

test('a call waits until its last span has ended', async () => {
  const { processor } = createSpanCollector();
  const { context, collection } = collectWithin(ROOT_CONTEXT);
  await collection.settle();
  const [a, b] = [createSpan(), createSpan()];
  for (const span of [a, b]) processor.onStart(span, context);
  let hasSettled = false;
  const settled = collection.settle().then(() => (hasSettled = true));
  processor.onEnd(b);
  await vi.advanceTimersByTimeAsync(999);
  expect(hasSettled).toBe(false);
  processor.onEnd(a);
  await settled;
  expect(vi.getTimerCount()).toBe(0);
});

test('a call waits a second for a span that does not end', async () => {
  const { processor } = createSpanCollector();
  const { context, collection } = collectWithin(ROOT_CONTEXT);
  processor.onStart(createSpan(), context);
  const settled = collection.settle();
  await vi.advanceTimersByTimeAsync(1000);
  await settled;
  expect(collection.ended).toEqual([]);
});
