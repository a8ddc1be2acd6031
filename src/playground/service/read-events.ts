/** One server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Reads server-sent events from a response body: `EventSource` cannot send a body, which route calls have.
 *
 * @yields the events of each chunk together, so that the page redraws once per chunk
 * @source WHATWG HTML §9.2.6
 */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent[]> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      if (blocks.length > 0) yield blocks.flatMap(toEvent);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function toEvent(block: string): ServerEvent[] {
  const lines = block.split('\n');
  const data = lines.flatMap((line) => (line.startsWith('data:') ? [line.slice(5).replace(/^ /, '')] : []));
  const name =
    lines
      .findLast((line) => line.startsWith('event:'))
      ?.slice(6)
      .trim() ?? 'message';
  return data.length === 0 ? [] : [{ name, data: data.join('\n') }];
}
