import { setImmediate, setImmediate as settled } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { appendLogs } from '../../../../src/service/deployments/queries/logs.ts';
import { createChangeListener, type Listen } from '../../../../src/service/store/change-listener.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { createPostgresCallVersion } from '../../../../src/service/store/postgres-call-version.ts';
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

interface Answer {
  readonly snapshot: string;
  readonly server: string;
  readonly changed: boolean;
}

/** A pool that gives answers in turn; the test settles each. */
function askingPool() {
  const asked: unknown[] = [];
  const waiting: PromiseWithResolvers<{ rows: Answer[] }>[] = [];
  const query = (question: { name: string; values: unknown[] }) => {
    asked.push([question.name, question.values]);
    const answer = Promise.withResolvers<{ rows: Answer[] }>();
    waiting.push(answer);
    return answer.promise;
  };
  const version = createPostgresCallVersion({ query } as unknown as Pick<Pool, 'query'>); // what is called of it
  const answer = (...rows: Answer[]) => waiting.shift()!.resolve({ rows });
  const fail = (error: Error) => waiting.shift()!.reject(error);
  const readAs = async (...rows: Answer[]) => {
    const read = version.read();
    await settled();
    answer(...rows);
    return await read;
  };
  return { version, asked, answer, fail, readAs };
}

const seen = (snapshot: string, changed = false, server = 'started'): Answer => ({ snapshot, server, changed });

test('on PostgreSQL, the version rises with the first answer, with each change, and with each new server', async () => {
  const { readAs, asked } = askingPool();
  expect(await readAs(seen('s1'))).toBe(1);
  expect(await readAs(seen('s2'))).toBe(1);
  expect(await readAs(seen('s3', true))).toBe(2);
  expect(await readAs(seen('s4', false, 'restarted'))).toBe(3);
  expect(await readAs(seen('s5', false, 'restarted'))).toBe(3);
  expect(await readAs()).toBe(4);
  expect(await readAs(seen('s6', false, 'restarted'))).toBe(5);
  expect(asked).toEqual([null, 's1', 's2', 's3', 's4', 's5', null].map((snapshot) => ['wf_call_changes', [snapshot]]));
});

test('who comes while a question is on its way shares the next one', async () => {
  const { version, asked, answer } = askingPool();
  const first = version.read();
  await settled();
  const [second, third] = [version.read(), version.read()];
  expect(second).toBe(third);
  await settled();
  expect(asked).toHaveLength(1);
  answer(seen('s1'));
  expect(await first).toBe(1);
  await settled();
  const fourth = version.read();
  expect(fourth).not.toBe(third);
  answer(seen('s2', true));
  expect(await third).toBe(2);
  await settled();
  answer(seen('s3'));
  expect(await fourth).toBe(2);
});

test('a question that fails is the failure of its own callers, and what was seen before does not count any more', async () => {
  const { version, asked, fail, answer, readAs } = askingPool();
  expect(await readAs(seen('s1'))).toBe(1);
  const failing = version.read();
  await settled();
  const next = version.read();
  fail(new Error('no connection'));
  await expect(failing).rejects.toThrow('no connection');
  await settled();
  answer(seen('s2'));
  expect(await next).toBe(2);
  expect(asked.at(-1)).toEqual(['wf_call_changes', [null]]);
});
