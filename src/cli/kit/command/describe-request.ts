import type { RequestEvent } from '../../../client/sending/request-event.ts';

/** Describes one attempt of a request for `--debug`. */
export function describeRequest(event: RequestEvent): string {
  const outcome = event.status ?? event.failure ?? 'no response';
  const attempt = event.attempt > 1 ? `, attempt ${event.attempt}` : '';
  const id = event.requestId === null ? '' : `, request ${event.requestId}`;
  return `${event.method} ${event.url} → ${outcome} (${Math.round(event.durationMs)} ms${attempt}${id})`;
}
