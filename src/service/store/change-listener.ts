import { setTimeout as delay } from 'node:timers/promises';

/** Somebody who waits for changes of one kind. */
export interface ChangeSubscription extends Disposable {
  /**
   * Resolves when something changed since it was last called, or may have: what was announced while nobody could listen is
   * found by looking.
   *
   * @param signal - of who waits
   */
  next(signal: AbortSignal): Promise<void>;
}

export interface ChangeListener extends AsyncDisposable {
  /** @param topic - what is announced, as in `logs:ID` */
  subscribe(this: void, topic: string): ChangeSubscription;
}

/** A connection on which changes are announced. */
export interface ListeningConnection {
  /** Resolves when it is lost. Never rejects. */
  readonly lost: Promise<void>;
  close(): Promise<void>;
}

export type Listen = (onAnnounced: (topic: string) => void) => Promise<ListeningConnection>;

/** How often to look while nobody announces anything: on SQLite, or until a lost connection is made again. */
const POLL_MS = 400;
/** How often to look all the same: a connection may be lost without a sign. */
const SAFETY_MS = 5000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

interface Waiting {
  wake(): void;
}

/**
 * Listens as long as somebody waits, over one connection for all, and makes it again when it is lost.
 *
 * @param listen - `null`: nothing is announced, and whoever waits looks at intervals
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
  let leaving = new AbortController();
  let running: Promise<void> | null = null;

  const holdConnection = async (connect: Listen, signal: AbortSignal): Promise<void> => {
    await using stack = new AsyncDisposableStack();
    const connection = stack.adopt(await connect(onAnnounced), (opened) => opened.close());
    if (signal.aborted) return;
    isListening = true;
    // What came before there was a connection was announced to nobody.
    wakeAll();
    const { promise: left, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    await Promise.race([connection.lost, left]);
    isListening = false;
    wakeAll();
  };

  const run = async (connect: Listen, signal: AbortSignal): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      const startedAt = performance.now();
      // A database that is away comes back; until then whoever waits looks, and is told what is wrong by its own query.
      await holdConnection(connect, signal).catch(() => undefined);
      if (performance.now() - startedAt > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  };

  const start = (): void => {
    if (listen === null || isClosed || running !== null) return;
    leaving = new AbortController();
    const { signal } = leaving;
    running = run(listen, signal).finally(() => {
      running = null;
      // Somebody may have come while the last one's connection was closed.
      if (waiting.size > 0) start();
    });
  };

  const subscribe = (topic: string): ChangeSubscription => {
    const { subscription, one } = createSubscription(() => (isListening ? SAFETY_MS : POLL_MS));
    const all = waiting.get(topic) ?? new Set();
    waiting.set(topic, all.add(one));
    start();
    const leave = () => {
      all.delete(one);
      if (all.size === 0 && waiting.get(topic) === all) waiting.delete(topic);
      if (waiting.size === 0) leaving.abort();
    };
    return { ...subscription, [Symbol.dispose]: leave };
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    leaving.abort();
    await running;
  };
  return { subscribe, [Symbol.asyncDispose]: close };
}

function createSubscription(longestMs: () => number) {
  // What came between the caller's first look and now is found by the next.
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
      await delay(longestMs(), undefined, { signal: any }).catch(() => undefined);
      wakeUp = null;
    }
    isChanged = false;
  };
  return { one, subscription: { next } };
}
