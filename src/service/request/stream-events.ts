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
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
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
