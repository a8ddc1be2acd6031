/**
 * Answers with server-sent events.
 *
 * @param write - makes the events' text, until the signal fires: when the caller leaves
 * @source WHATWG HTML §9.2
 */
export function streamEvents(
  write: (signal: AbortSignal) => AsyncGenerator<string, void>,
  callerSignal: AbortSignal,
): Response {
  const leaving = new AbortController();
  const events = write(AbortSignal.any([callerSignal, leaving.signal]));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const event = await events.next();
        if (event.done === true) controller.close();
        else controller.enqueue(encoder.encode(event.value));
      },
      cancel: async () => {
        leaving.abort();
        // A caller that leaves while nothing is asked for leaves the generator standing.
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
  // The head of the answer goes out with its first bytes.
  yield ': following\n\n';
  for await (const record of records) yield `data: ${JSON.stringify(record)}\n\n`;
}
