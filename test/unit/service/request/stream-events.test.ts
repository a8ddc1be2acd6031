import { expect, test } from 'vitest';
import { streamEvents, writeRecords } from '../../../../src/service/request/stream-events.ts';

test('records are written as events, after a comment that sends the headers', async () => {
  const records = (async function* () {
    yield { a: 1 };
    yield 'two';
  })();
  const response = streamEvents(() => writeRecords(records), new AbortController().signal);
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'text/event-stream',
    'no-cache',
  ]);
  expect(await response.text()).toBe(': following\n\ndata: {"a":1}\n\ndata: "two"\n\n');
});

test('a caller that disconnects ends the events', async () => {
  let signal: AbortSignal | undefined;
  let isEnded = false;
  async function* write(given: AbortSignal): AsyncGenerator<string, void> {
    signal = given;
    try {
      yield 'first';
      yield 'second';
    } finally {
      isEnded = true;
    }
  }
  const reader = streamEvents(write, new AbortController().signal).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
  expect([signal?.aborted, isEnded]).toEqual([false, false]);
  await reader?.cancel();
  expect([signal?.aborted, isEnded]).toEqual([true, true]);
});

test('the signal of the request reaches the events', async () => {
  const caller = new AbortController();
  let signal: AbortSignal | undefined;
  async function* write(given: AbortSignal): AsyncGenerator<string, void> {
    signal = given;
    yield 'first';
  }
  const reader = streamEvents(write, caller.signal).body?.getReader();
  await reader?.read();
  caller.abort();
  expect(signal?.aborted).toBe(true);
});
