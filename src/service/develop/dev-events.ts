import type { DevEvent } from '../../contract/develop/dev-events.ts';

/** Publishes the state of the sources to all connected clients. */
export interface DevEvents {
  publish(event: DevEvent): void;
  /** Streams server-sent events: the current state, if there is one, then each change. */
  subscribe(request: Request): Response;
  close(): void;
}

/** Often enough that no proxy closes the connection as idle. */
const HEARTBEAT_MS = 15_000;
const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };

export function createDevEvents(): DevEvents {
  const listeners = new Set<Listener>();
  let present: DevEvent | null = null;
  let isClosed = false;
  const heartbeat = setInterval(() => listeners.forEach(({ write }) => write(': still here\n\n')), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    publish: (event) => {
      present = event;
      for (const { write } of listeners) write(toText(event));
    },
    subscribe: ({ signal }) => {
      // Browsers reconnect at once over the same connection, which would keep the server from closing.
      if (isClosed) return new Response(null, { headers: { ...HEADERS, connection: 'close' } });
      const { body, listener } = openStream(() => listeners.delete(listener));
      listeners.add(listener);
      listener.write(present === null ? ': not built yet\n\n' : toText(present));
      signal.addEventListener('abort', listener.end, { once: true });
      return new Response(body, { headers: HEADERS });
    },
    close: () => {
      isClosed = true;
      clearInterval(heartbeat);
      for (const { end } of listeners) end();
    },
  };
}

interface Listener {
  readonly write: (text: string) => void;
  readonly end: () => void;
}

function openStream(onEnd: () => void): { body: ReadableStream<Uint8Array>; listener: Listener } {
  const encoder = new TextEncoder();
  let isOpen = true;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (own) => void (controller = own),
    cancel: () => {
      isOpen = false;
      onEnd();
    },
  });
  const end = (): void => {
    if (isOpen) controller?.close();
    isOpen = false;
    onEnd();
  };
  return { body, listener: { write: (text) => isOpen && controller?.enqueue(encoder.encode(text)), end } };
}

function toText(event: DevEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
