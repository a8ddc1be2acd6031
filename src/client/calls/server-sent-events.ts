/** One event of a stream. */
export interface ServerSentEvent {
  /** `message` for an unnamed event. */
  readonly event: string;
  readonly data: string;
  readonly id: string | null;
}

/**
 * Reads server-sent events. Drops an incomplete event at the end of the stream.
 *
 * @param stream - chunks of UTF-8, split at any byte
 * @yields each event as soon as it is complete
 * @source WHATWG HTML §9.2.6
 */
export async function* readServerSentEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let fields: Fields = NO_FIELDS;
  for await (const line of readLines(stream)) {
    if (line !== '') {
      fields = addField(fields, line);
      continue;
    }
    if (fields.data.length > 0) yield { event: fields.event, data: fields.data.join('\n'), id: fields.id };
    fields = { ...NO_FIELDS, id: fields.id };
  }
}

interface Fields {
  readonly event: string;
  readonly data: readonly string[];
  readonly id: string | null;
}

const NO_FIELDS: Fields = { event: 'message', data: [], id: null };

function addField(fields: Fields, line: string): Fields {
  const colon = line.indexOf(':');
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'data') return { ...fields, data: [...fields.data, value] };
  if (name === 'event') return { ...fields, event: value === '' ? 'message' : value };
  if (name === 'id' && !value.includes('\0')) return { ...fields, id: value };
  return fields;
}

/**
 * Splits at CR LF, LF and CR, even if a chunk ends between CR and LF.
 *
 * @yields each line without its line break
 */
async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r\n|\n|\r(?=[^])/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest.endsWith('\r')) yield rest.slice(0, -1);
}
