import type { LogLine } from '../contract/records/log.ts';
import type { CallOptions, Send } from './connection.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import { type RefusalContext, toServiceError } from './service-refusal.ts';

export interface FollowLogsInput {
  readonly app_id: string;
  /** How many of the lines there are to begin with. */
  readonly tail?: number;
}

/**
 * Follows what the processes of an app's workflow write, until the signal fires.
 *
 * @yields the lines there are, then each new one
 * @throws {WF_NOT_FOUND} when there is no such app
 * @throws {WF_UNREACHABLE} when the stream breaks off
 */
export async function* followLogs(
  send: Send,
  context: RefusalContext,
  { app_id, tail }: FollowLogsInput,
  call: CallOptions = {},
): AsyncGenerator<LogLine> {
  const request = {
    method: 'GET' as const,
    path: `/apps/${encodeURIComponent(app_id)}/logs`,
    query: tail === undefined ? {} : { tail },
    headers: { accept: 'text/event-stream' },
    body: null,
  };
  const answer = await send(request, { ...call, stream: true });
  if (answer.status >= 400) throw toServiceError(answer, context);
  if (answer.stream === null) return;
  // The service writes lines, checked against the contract by its own tests; what is no JSON is no event of ours.
  for await (const { data } of readServerSentEvents(answer.stream)) yield JSON.parse(data) as LogLine;
}
