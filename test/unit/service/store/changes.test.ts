import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { appendLogs } from '../../../../src/service/deployments/queries/deployments.ts';
import { createChangeListener, type Listen } from '../../../../src/service/store/change-listener.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { createWorld } from '../../../helpers/service-world.ts';
import { startService } from '../../../helpers/start-service.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const { signal } = new AbortController();

/** A server that announces changes and loses connections on request. */
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

/** Answers whether a promise resolves without waiting. */
async function isAwake(waiting: Promise<void>): Promise<boolean> {
  let isDone = false;
  void waiting.then(() => (isDone = true));
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  return isDone;
}

test('a subscriber is woken only by its own topic', async () => {
  const server = createServer();
  await using listener = createChangeListener(server.listen);
  using logs = listener.subscribe('logs:a');
  using others = listener.subscribe('logs:b');
  await server.until(({ open }) => open === 1);
  // Changes before the connection are found by the first read.
  for (const one of [logs, others]) await one.next(signal);
  const [mine, theirs] = [logs.next(signal), others.next(signal)];
  server.announce('logs:a');
  expect([await isAwake(mine), await isAwake(theirs)]).toEqual([true, false]);
});

test('a change between two waits is reported at once, and once', async () => {
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

test('a lost connection is restored after any number of refusals, and subscribers poll meanwhile', async () => {
  const server = createServer();
  await using listener = createChangeListener(server.listen);
  using logs = listener.subscribe('logs:a');
  await server.until(({ open }) => open === 1);
  await logs.next(signal);
  server.lose(2);
  // Woken without an announcement: a change may have been missed.
  await logs.next(signal);
  await logs.next(signal);
  await server.until(({ open, made }) => open === 1 && made === 2);
  await logs.next(signal);
  const waiting = logs.next(signal);
  server.announce('logs:a');
  expect(await isAwake(waiting)).toBe(true);
});

test('all share one connection, which is closed after the last subscriber', async () => {
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

test('an aborted subscriber stops waiting', async () => {
  await using listener = createChangeListener(null);
  using logs = listener.subscribe('logs:a');
  const leaving = new AbortController();
  await logs.next(leaving.signal);
  const waiting = logs.next(leaving.signal);
  leaving.abort();
  expect(await isAwake(waiting)).toBe(true);
});

describe('the version of what calls depend on', () => {
  const rename = { name: 'renamed' };

  test('changes with each commit of another process, and of none that concerns no call', async () => {
    await using folder = await tempFolder();
    const file = folder.path('wf.db');
    await using running = await startService({ database: { at: file } });
    const { appId } = await createWorld(running);
    await using other = await openStore({ file });
    const { readCallVersion } = running.store;
    const before = await readCallVersion();
    const line = { at: new Date().toISOString(), stream: 'stdout' as const, text: 'hello' };
    await appendLogs(other.db, appId, [line], new Date());
    expect(await readCallVersion()).toBe(before);
    await other.db.updateTable('apps').set(rename).execute();
    expect(await readCallVersion()).not.toBe(before);
  });

  test('shows nothing of a transaction that is not committed', async () => {
    await using running = await startService();
    await createWorld(running);
    const { store } = running;
    const before = await store.readCallVersion();
    const work = store.transaction(async (db) => {
      await db.updateTable('apps').set(rename).execute();
      expect(await store.readCallVersion()).toBe(before);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await store.readCallVersion()).toBe(before);
  });
});
