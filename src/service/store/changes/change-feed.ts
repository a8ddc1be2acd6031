import { setTimeout as delay } from 'node:timers/promises';
import { RECORDS_TOPIC } from '../migrations/0015-record-changes.ts';
import type { Store } from '../open-store.ts';
import { createChangeReader, type RecordChange, TOLD_CHANGES } from './record-changes.ts';

/** Tells who follows what commits of any process change. However many follow, the database is asked once. */
export interface ChangeFeed {
  /** Resolves when each later commit will be told. */
  follow(this: void): Promise<ChangeFollower>;
}

export interface ChangeFollower extends Disposable {
  /**
   * Returns what was changed since the last call; `null`: any record may have been. Waits for something.
   *
   * @param signal - fires when the caller stops waiting: then nothing may have changed
   */
  next(this: void, signal: AbortSignal): Promise<readonly RecordChange[] | null>;
}

/** After a failure of the database, whose own callers tell it. */
const PAUSE_MS = 1000;

/** Creates the feed of a service. It reads only while somebody follows. */
export function createChangeFeed(store: Pick<Store, 'dialect' | 'reads' | 'subscribe'>): ChangeFeed {
  const inboxes = new Set<Inbox>();
  let reading: { readonly isReady: Promise<unknown>; readonly stop: AbortController } | null = null;
  const start = () => {
    const stop = new AbortController();
    const read = createChangeReader(store);
    const isReady = read();
    const tell = (changes: readonly RecordChange[] | null) => {
      for (const inbox of inboxes) inbox.add(changes);
    };
    void isReady.then(() => keepReading(store, { read, tell, signal: stop.signal })).catch(() => undefined);
    return { isReady, stop };
  };
  const leave = (inbox: Inbox) => {
    inboxes.delete(inbox);
    if (inboxes.size > 0) return;
    reading?.stop.abort();
    reading = null;
  };
  return {
    follow: async () => {
      const inbox = createInbox();
      inboxes.add(inbox);
      try {
        reading ??= start();
        await reading.isReady;
      } catch (error) {
        leave(inbox);
        // The next one tries again, also when others wait for this failure.
        reading = null;
        throw error;
      }
      return { next: inbox.take, [Symbol.dispose]: () => leave(inbox) };
    },
  };
}

interface Reading {
  readonly read: () => Promise<RecordChange[] | null>;
  readonly tell: (changes: readonly RecordChange[] | null) => void;
  readonly signal: AbortSignal;
}

async function keepReading({ subscribe }: Pick<Store, 'subscribe'>, { read, tell, signal }: Reading): Promise<void> {
  using announced = subscribe(RECORDS_TOPIC);
  while (!signal.aborted) {
    await announced.next(signal);
    if (signal.aborted) return;
    try {
      const changes = await read();
      if (changes === null || changes.length > 0) tell(changes);
    } catch {
      await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

type Inbox = ReturnType<typeof createInbox>;

/** Keeps what a follower has not taken, each record once. */
function createInbox() {
  let waiting: Map<string, RecordChange> | null = new Map();
  let arrived = Promise.withResolvers<void>();
  return {
    add: (changes: readonly RecordChange[] | null): void => {
      for (const change of changes ?? []) waiting?.set(`${change.app_id} ${change.kind} ${change.record_id}`, change);
      if (changes === null || (waiting?.size ?? 0) > TOLD_CHANGES) waiting = null;
      arrived.resolve();
    },
    take: async (signal: AbortSignal): Promise<readonly RecordChange[] | null> => {
      const stopped = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => stopped.resolve(), { once: true });
      if (!signal.aborted) await Promise.race([arrived.promise, stopped.promise]);
      const taken = waiting;
      waiting = new Map();
      arrived = Promise.withResolvers();
      return taken === null ? null : [...taken.values()];
    },
  };
}
