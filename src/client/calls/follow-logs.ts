import type { LogLine } from '../../contract/deployments/log.ts';
import { systemClock, wait } from '../sending/clock.ts';
import type { CallOptions, Send } from '../sending/connection.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import { type RefusalContext, toServiceError } from '../answers/service-refusal.ts';

export interface FollowLogsInput {
  readonly app_id: string;
  /** How many of the lines there are to begin with. */
  readonly tail?: number;
}

/** How long after a stream ended the next one is asked for. */
const RECONNECT_MS = 300;

/**
 * Follows what the processes of an app's workflow write, until the signal fires. When a replica takes leave or a
 * connection breaks, it goes on where it was, at whichever replica answers.
 *
 * @yields the lines there are, then each new one
 * @throws {WF_NOT_FOUND} when there is no such app
 * @throws {WF_UNREACHABLE} when nobody answers any more
 */
export async function* followLogs(
  send: Send,
  context: RefusalContext,
  { app_id, tail }: FollowLogsInput,
  call: CallOptions = {},
): AsyncGenerator<LogLine> {
  let query: Record<string, string | number> = tail === undefined ? {} : { tail };
  while (call.signal?.aborted !== true) {
    const stream = await openStream(send, context, { app_id, query }, call);
    if (stream === null) return;
    for await (const { data, id } of readUntilEnd(stream)) {
      // The service writes lines, checked against the contract by its own tests; what is no JSON is no event of ours.
      yield JSON.parse(data) as LogLine;
      if (id !== null) query = { cursor: id };
    }
    await wait(systemClock, RECONNECT_MS, call.signal).catch(() => undefined);
  }
}

interface StreamRequest {
  readonly app_id: string;
  readonly query: Readonly<Record<string, string | number>>;
}

async function openStream(send: Send, context: RefusalContext, { app_id, query }: StreamRequest, call: CallOptions) {
  const path = `/apps/${encodeURIComponent(app_id)}/logs`;
  const request = { method: 'GET' as const, path, query, headers: { accept: 'text/event-stream' }, body: null };
  const answer = await send(request, { ...call, stream: true });
  if (answer.status >= 400) throw toServiceError(answer, context);
  return answer.stream;
}

/**
 * A stream that breaks off has ended: the next one tells what is wrong, if it still is.
 *
 * @yields the events before that
 */
async function* readUntilEnd(stream: AsyncIterable<Uint8Array>): ReturnType<typeof readServerSentEvents> {
  const events = readServerSentEvents(stream);
  for (;;) {
    const next = await events.next().catch(() => null);
    if (next === null || next.done === true) return;
    yield next.value;
  }
}
