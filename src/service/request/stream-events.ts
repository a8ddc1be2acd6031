import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeSubscription } from '../store/change-listener.ts';
import { encodeCursor, type Page } from '../store/page.ts';

interface FollowListOptions {
  /** Reads the records after a cursor; `null`: from where the caller asked to begin. */
  readonly read: (cursor: string | null) => Promise<Page<unknown>>;
  /** Subscribes to changes of the list, when the stream begins. */
  readonly subscribe: () => ChangeSubscription;
  readonly mark: (cursor: string) => string;
  readonly signal: AbortSignal;
}

/** Shortest time between two reads: records written together are sent together. */
const MIN_MS = 50;
/** Proxies close idle connections. */
const HEARTBEAT_MS = 10_000;

/**
 * Streams a list and what is added to it as server-sent events: each record as the JSON of a `data` line, its `id` the
 * cursor to continue from.
 *
 * @source WHATWG HTML §9.2
 */
export function followList(first: Page<unknown>, options: FollowListOptions): Response {
  return streamEvents((signal) => writeEvents(first, { ...options, signal }), options.signal);
}

async function* writeEvents(
  first: Page<unknown>,
  { read, signal, subscribe, mark }: FollowListOptions,
): AsyncGenerator<string, void> {
  using changes = subscribe();
  let page = first;
  let cursor: string | null = null;
  let wroteAt = Date.now();
  // The headers are sent with the first bytes.
  yield ': following\n\n';
  while (!signal.aborted) {
    for (const record of page.items) {
      cursor = encodeCursor(idOf(record));
      yield `id: ${mark(cursor)}\ndata: ${JSON.stringify(record)}\n\n`;
      wroteAt = Date.now();
    }
    if (Date.now() - wroteAt > HEARTBEAT_MS) {
      yield ': still here\n\n';
      wroteAt = Date.now();
    }
    // A page may end before the list does.
    if (page.next === null) {
      await delay(MIN_MS, undefined, { signal }).catch(() => undefined);
      await changes.next(signal);
    }
    if (!signal.aborted) page = await read(cursor);
  }
}

/** In a list that can be followed, the cursor is the record's id. */
function idOf(record: unknown): string {
  return (record as { readonly id: string }).id;
}

/**
 * Answers with server-sent events.
 *
 * @param write - yields the events' text until the signal fires, which is when the caller disconnects
 * @source WHATWG HTML §9.2
 */
export function streamEvents(
  write: (signal: AbortSignal) => AsyncGenerator<string, void>,
  callerSignal: AbortSignal,
): Response {
  const disconnected = new AbortController();
  const events = write(AbortSignal.any([callerSignal, disconnected.signal]));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const event = await events.next();
        if (event.done === true) controller.close();
        else controller.enqueue(encoder.encode(event.value));
      },
      cancel: async () => {
        disconnected.abort();
        // The generator must end as well when the caller disconnects between two events.
        await events.return();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
  return new Response(body, { status: 200, headers });
}

/**
 * Writes records as events, each as the JSON of a `data` line.
 *
 * @yields the text of each event
 */
export async function* writeRecords(records: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  // The headers are sent with the first bytes.
  yield ': following\n\n';
  for await (const record of records) yield `data: ${JSON.stringify(record)}\n\n`;
}
