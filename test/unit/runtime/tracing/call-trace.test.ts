import { expect, test, vi } from 'vitest';
import { type CallTrace, traceUsage, withinTrace } from '../../../../src/runtime/tracing/call-trace.ts';

test('without OpenTelemetry, a call has a span for each usage that it records', async () => {
  vi.useFakeTimers({ now: 1000 });
  const trace = traceUsage({ name: 'answer', path: '/answer', isInline: false });
  trace.recordUsage({ model: 'm', input_tokens: 3, output_tokens: 4, cost: 0.5 });
  trace.fail(new Error('no luck'));
  const now = new Date();
  vi.useRealTimers();
  expect(trace.run(() => 'done')).toBe('done');
  expect(await trace.finish()).toEqual([
    {
      id: expect.stringMatching(/^[\da-f]{8}-/),
      parentId: null,
      name: 'm',
      type: 'completion',
      startedAt: now,
      endedAt: now,
      isUntimed: true,
      status: { code: 'OK' },
      usage: expect.objectContaining({ model: 'm', input_tokens: 3, output_tokens: 4, cost: 0.5 }),
      attributes: {},
    },
  ]);
  expect(trace.treeId).toMatch(/^[\da-f]{8}-/);
});

/** Notes what happens to a call. */
function recordTrace() {
  const events: string[] = [];
  const trace: CallTrace = {
    ...traceUsage({ name: 'answer', path: '/answer', isInline: false }),
    run(work) {
      events.push('run');
      return work();
    },
    fail: (error) => void events.push(`fail: ${String(error)}`),
    finish() {
      events.push('finish');
      return Promise.resolve([]);
    },
  };
  return { events, trace };
}

test('each read of a stream is a part of its call', async () => {
  const { events, trace } = recordTrace();
  async function* count() {
    yield await Promise.resolve(1);
    throw new Error('no luck');
  }
  const reader = withinTrace(count(), trace)[Symbol.asyncIterator]();
  expect(await reader.next()).toEqual({ done: false, value: 1 });
  await expect(reader.next()).rejects.toThrow('no luck');
  expect(events).toEqual(['run', 'run', 'run', 'fail: Error: no luck']);
});

test('a stream that its reader leaves ends its call', async () => {
  const { events, trace } = recordTrace();
  async function* count() {
    try {
      yield await Promise.resolve(1);
    } finally {
      events.push('left');
    }
  }
  const reader = withinTrace(count(), trace)[Symbol.asyncIterator]();
  await reader.next();
  expect(await reader.return?.('value')).toEqual({ done: true, value: 'value' });
  expect(events).toEqual(['run', 'run', 'run', 'left', 'finish']);
});

test('a stream need not know that its reader leaves', async () => {
  const { events, trace } = recordTrace();
  const endless = { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: false, value: 1 }) }) };
  const reader = withinTrace(endless, trace)[Symbol.asyncIterator]();
  expect(await reader.return?.('value')).toEqual({ done: true, value: 'value' });
  expect(events).toEqual(['run', 'run', 'finish']);
});
