import { createParser } from 'eventsource-parser';

/** One event of a stream. */
export interface ServerSentEvent {
  /** `message` for an unnamed event. */
  readonly event: string;
  readonly data: string;
  /** The last id of the stream so far. */
  readonly id: string | null;
}

/** Longest event that is put together, in characters. */
const MAX_EVENT_LENGTH = 64 * 1024 * 1024;

/**
 * Reads server-sent events. Drops an incomplete event at the end of the stream.
 *
 * @param stream - chunks of UTF-8, split at any byte
 * @yields each event as soon as it is complete
 */
export async function* readServerSentEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  for await (const events of readEventsByChunk(stream)) yield* events;
}

/**
 * Reads server-sent events.
 *
 * @yields the events of each chunk together, so that a page redraws once per chunk
 * @source WHATWG HTML §9.2.6
 */
export async function* readEventsByChunk(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent[]> {
  const decoder = new TextDecoder();
  let text = '';
  let events: ServerSentEvent[] = [];
  let id: string | null = null;
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
    onEvent: ({ event = 'message', data, ...own }) => {
      id = own.id ?? id;
      events.push({ event, data, id });
    },
  });
  for await (const chunk of stream) {
    text = decoder.decode(chunk, { stream: true });
    parser.feed(text);
    if (events.length > 0) yield events;
    events = [];
  }
  // The parser waits for what follows a CR, which may be the first half of a line break.
  if (text.endsWith('\r')) parser.feed('\n');
  if (events.length > 0) yield events;
}
