import { setTimeout as delay } from 'node:timers/promises';
import { aborted } from '../../foundation/abort.ts';
import { backOffMs } from '../../foundation/back-off.ts';
import { CHANNEL } from './migrations/0001-baseline/changes.ts';
import { readPostgresLimits } from './postgres-limits.ts';

/** Waits for changes of one topic. */
export interface ChangeSubscription extends Disposable {
  /**
   * Resolves when something changed since the last call, or may have: changes that were announced while nobody listened
   * are found by polling.
   *
   * @param signal - fires when the caller stops waiting
   */
  next(signal: AbortSignal): Promise<void>;
}

export interface ChangeListener extends AsyncDisposable {
  /** @param topic - kind and id of the record, as in `logs:ID` */
  subscribe(this: void, topic: string): ChangeSubscription;
}

/** A connection that receives announcements. */
export interface ListeningConnection {
  /** Resolves when the connection is lost. Never rejects. */
  readonly lost: Promise<void>;
  close(): Promise<void>;
}

export type Listen = (onAnnounced: (topic: string) => void) => Promise<ListeningConnection>;

/** Polling interval without announcements: on SQLite, or until a lost connection is restored. */
const POLL_MS = 400;
/** Polling interval in spite of announcements: a connection may be lost without a sign. */
const SAFETY_MS = 5000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;

interface Waiting {
  wake(): void;
}

/**
 * Listens while there are subscriptions, over one shared connection, and reconnects when it is lost.
 *
 * @param listen - `null`: nothing is announced, and subscribers poll
 */
export function createChangeListener(listen: Listen | null): ChangeListener {
  const waiting = new Map<string, Set<Waiting>>();
  const wakeAll = () => {
    for (const all of waiting.values()) for (const one of all) one.wake();
  };
  const onAnnounced = (topic: string) => {
    for (const one of waiting.get(topic) ?? []) one.wake();
  };
  let isListening = false;
  let isClosed = false;
  let stopping = new AbortController();
  let running: Promise<void> | null = null;

  const holdConnection = async (connect: Listen, signal: AbortSignal): Promise<void> => {
    await using stack = new AsyncDisposableStack();
    const connection = stack.adopt(await connect(onAnnounced), (opened) => opened.close());
    if (signal.aborted) return;
    isListening = true;
    // Changes before the connection was open were announced to nobody.
    wakeAll();
    await Promise.race([connection.lost, aborted(signal)]);
    isListening = false;
    wakeAll();
  };

  const run = async (connect: Listen, signal: AbortSignal): Promise<void> => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAt = performance.now();
      // Subscribers poll while the database is unavailable, and their own queries report the error.
      await holdConnection(connect, signal).catch(() => undefined);
      if (performance.now() - startedAt > MAX_PAUSE_MS) failures = 0;
      await delay(backOffMs(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS), undefined, { signal, ref: false }).catch(
        () => undefined,
      );
    }
  };

  const start = (): void => {
    if (listen === null || isClosed || running !== null) return;
    stopping = new AbortController();
    const { signal } = stopping;
    running = run(listen, signal).finally(() => {
      running = null;
      // Somebody may have subscribed while the last connection was closed.
      if (waiting.size > 0) start();
    });
  };

  const subscribe = (topic: string): ChangeSubscription => {
    const { subscription, one } = createSubscription(() => (isListening ? SAFETY_MS : POLL_MS));
    const all = waiting.get(topic) ?? new Set();
    waiting.set(topic, all.add(one));
    start();
    const unsubscribe = () => {
      all.delete(one);
      if (all.size === 0 && waiting.get(topic) === all) waiting.delete(topic);
      if (waiting.size === 0) stopping.abort();
    };
    return { ...subscription, [Symbol.dispose]: unsubscribe };
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    stopping.abort();
    await running;
  };
  return { subscribe, [Symbol.asyncDispose]: close };
}

function createSubscription(maxMs: () => number) {
  // Changes between the caller's first read and now are found by its next one.
  let isChanged = true;
  let wakeUp: (() => void) | null = null;
  const one: Waiting = {
    wake: () => {
      isChanged = true;
      wakeUp?.();
    },
  };
  const next = async (signal: AbortSignal): Promise<void> => {
    if (!isChanged) {
      const waking = new AbortController();
      wakeUp = () => waking.abort();
      const any = AbortSignal.any([signal, waking.signal]);
      await delay(maxMs(), undefined, { signal: any }).catch(() => undefined);
      wakeUp = null;
    }
    isChanged = false;
  };
  return { one, subscription: { next } };
}

const ANSWER_MS = 5000;
/** How often to check that the server is still there: a network may drop connections without notice. */
const CHECK_MS = 15_000;

/** Listens on a separate connection: a pooled one may be any of the pool's. */
export function listenPostgres(url: string): Listen {
  const { address } = readPostgresLimits(url);
  return async (onAnnounced) => {
    const { default: pg } = await import('pg');
    const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS, keepAlive: true };
    const client = new pg.Client({ connectionString: address, application_name: 'wf listen', ...limits });
    const { promise: lost, resolve } = Promise.withResolvers<void>();
    client.on('error', () => resolve());
    client.on('end', () => resolve());
    client.on('notification', ({ payload }) => onAnnounced(payload ?? ''));
    const close = async () => {
      clearInterval(checking);
      await client.end().catch(() => undefined);
    };
    const checking = setInterval(() => void client.query('select 1').catch(() => resolve()), CHECK_MS);
    checking.unref();
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await close();
      throw error;
    }
    return { lost, close };
  };
}
