import { afterEach, expect, test, vi } from 'vitest';
import { encodeCursor, type Page } from '../../../../src/service/store/page.ts';
import { followList, streamEvents, writeRecords } from '../../../../src/service/request/stream-events.ts';

afterEach(() => void vi.restoreAllMocks());

/** A list that changes when the test says so. */
function follow(first: readonly string[]) {
  const pageOf = (ids: readonly string[]): Page<unknown> => ({ items: ids.map((id) => ({ id })), next: null });
  const cursors: (string | null)[] = [];
  const pages: (readonly string[])[] = [];
  const caller = new AbortController();
  let changed = Promise.withResolvers<void>();
  let isSubscribed = false;
  const response = followList(pageOf(first), {
    read: (cursor) => {
      cursors.push(cursor);
      return Promise.resolve(pageOf(pages.shift() ?? []));
    },
    subscribe: () => {
      isSubscribed = true;
      return {
        next: async (signal) => {
          signal.addEventListener('abort', () => changed.resolve());
          if (!signal.aborted) await changed.promise;
          changed = Promise.withResolvers();
        },
        [Symbol.dispose]: () => void (isSubscribed = false),
      };
    },
    mark: (cursor) => `list/${cursor}`,
    signal: caller.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    response,
    cursors,
    read: async () => (await reader?.read())?.value,
    change: (...ids: string[]) => {
      pages.push(ids);
      changed.resolve();
    },
    leave: () => caller.abort(),
    isSubscribed: () => isSubscribed,
  };
}

const event = (id: string) => `id: list/${encodeCursor(id)}\ndata: {"id":"${id}"}\n\n`;

test('a list is streamed with what is added to it', async () => {
  const list = follow(['a', 'b']);
  expect([list.response.status, list.response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect([await list.read(), await list.read(), await list.read()]).toEqual([
    ': following\n\n',
    event('a'),
    event('b'),
  ]);
  list.change('c');
  expect(await list.read()).toBe(event('c'));
  list.change('d');
  expect(await list.read()).toBe(event('d'));
  expect(list.cursors).toEqual([encodeCursor('b'), encodeCursor('c')]);
});

test('an empty list is read from where the caller began', async () => {
  const list = follow([]);
  expect(await list.read()).toBe(': following\n\n');
  list.change('a');
  expect(await list.read()).toBe(event('a'));
  expect(list.cursors).toEqual([null]);
});

test('a sign of life is sent once nothing was for more than ten seconds', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0);
  const list = follow([]);
  await list.read();
  const next = list.read();
  clock.mockReturnValue(10_000);
  list.change();
  await expect.poll(() => list.cursors).toHaveLength(1);
  clock.mockReturnValue(10_001);
  list.change();
  expect(await next).toBe(': still here\n\n');
  clock.mockReturnValue(20_001);
  list.change('a');
  expect(await list.read()).toBe(event('a'));
});

test('a caller that leaves ends the stream and the subscription', async () => {
  const list = follow([]);
  await list.read();
  const end = list.read();
  await expect.poll(list.isSubscribed).toBe(true);
  list.leave();
  expect(await end).toBeUndefined();
  expect([list.isSubscribed(), list.cursors]).toEqual([false, []]);
});

test('records are written as events, after a comment that sends the headers', async () => {
  const records = (async function* () {
    yield { a: 1 };
    yield 'two';
  })();
  const response = streamEvents(() => writeRecords(records), new AbortController().signal);
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'text/event-stream',
    'no-store',
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
