import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createChangeListener, type Listen } from '../../../../src/service/store/change-listener.ts';

const { signal } = new AbortController();

/** A server that announces what a test says, and loses connections when it says so. */
function createServer() {
  const connections = new Set<{ announce: (topic: string) => void; lose: () => void }>();
  let made = 0;
  let refusals = 0;
  const listen: Listen = async (announce) => {
    if (refusals > 0) {
      refusals -= 1;
      throw new Error('refused');
    }
    const { promise: lost, resolve } = Promise.withResolvers<void>();
    const connection = { announce, lose: resolve };
    connections.add(connection);
    made += 1;
    return { lost, close: async () => void connections.delete(connection) };
  };
  return {
    listen,
    announce: (topic: string) => connections.forEach((one) => one.announce(topic)),
    lose: (thenRefuse: number) => {
      refusals = thenRefuse;
      connections.forEach((one) => one.lose());
    },
    until: async (isSo: (state: { open: number; made: number }) => boolean) => {
      while (!isSo({ open: connections.size, made })) await setImmediate();
    },
  };
}

/** Answers whether it resolves before anything that takes time. */
async function isAwake(waiting: Promise<void>): Promise<boolean> {
  let isDone = false;
  void waiting.then(() => (isDone = true));
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  return isDone;
}

test('who waits is woken by its own topic, and by no other', async () => {
  const server = createServer();
  await using listener = createChangeListener(server.listen);
  using logs = listener.subscribe('logs:a');
  using others = listener.subscribe('logs:b');
  await server.until(({ open }) => open === 1);
  // What came before there was a connection is found by looking once.
  for (const one of [logs, others]) await one.next(signal);
  const [mine, theirs] = [logs.next(signal), others.next(signal)];
  server.announce('logs:a');
  expect([await isAwake(mine), await isAwake(theirs)]).toEqual([true, false]);
});

test('what is announced while nobody waits is told at once, and once', async () => {
  const server = createServer();
  await using listener = createChangeListener(server.listen);
  using logs = listener.subscribe('logs:a');
  await server.until(({ open }) => open === 1);
  await logs.next(signal);
  server.announce('logs:a');
  server.announce('logs:a');
  expect(await isAwake(logs.next(signal))).toBe(true);
  expect(await isAwake(logs.next(signal))).toBe(false);
});

test('a connection that is lost is made again, however often it is refused, and who waits looks meanwhile', async () => {
  const server = createServer();
  await using listener = createChangeListener(server.listen);
  using logs = listener.subscribe('logs:a');
  await server.until(({ open }) => open === 1);
  await logs.next(signal);
  server.lose(2);
  // Awake although nothing was announced: something may have been.
  await logs.next(signal);
  await logs.next(signal);
  await server.until(({ open, made }) => open === 1 && made === 2);
  await logs.next(signal);
  const waiting = logs.next(signal);
  server.announce('logs:a');
  expect(await isAwake(waiting)).toBe(true);
});

test('one connection serves all, and is closed when the last one leaves', async () => {
  const server = createServer();
  await using listener = createChangeListener(server.listen);
  const subscriptions = ['logs:a', 'logs:a', 'logs:b'].map((topic) => listener.subscribe(topic));
  await server.until(({ open }) => open === 1);
  for (const one of subscriptions) one[Symbol.dispose]();
  await server.until(({ open }) => open === 0);
  using later = listener.subscribe('logs:a');
  await server.until(({ open, made }) => open === 1 && made === 2);
  await later.next(signal);
});

test('who leaves does not wait', async () => {
  await using listener = createChangeListener(null);
  using logs = listener.subscribe('logs:a');
  const leaving = new AbortController();
  await logs.next(leaving.signal);
  const waiting = logs.next(leaving.signal);
  leaving.abort();
  expect(await isAwake(waiting)).toBe(true);
});

test('where nothing is announced, who waits looks at intervals', async () => {
  await using listener = createChangeListener(null);
  using logs = listener.subscribe('logs:a');
  for (let look = 0; look < 3; look += 1) await logs.next(signal);
});
