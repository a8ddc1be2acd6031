import type { Outcome } from './send-once.ts';
import type { WireRequest } from '../transport/transport.ts';

/** One attempt, for `--debug`: without headers, bodies or secrets. */
export interface RequestEvent {
  readonly method: string;
  /** Values of query parameters that look like secrets are replaced by `***`. */
  readonly url: string;
  /** HTTP status; `null` if no complete response arrived. */
  readonly status: number | null;
  readonly durationMs: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly requestId: string | null;
  /** Kind of failure, as in `refused`; `null` if a response arrived. */
  readonly failure: string | null;
}

/** Creates the event of one attempt. Picks fields of the request by name, so that headers stay out. */
export function toRequestEvent(
  outcome: Outcome,
  { method, url }: Pick<WireRequest, 'method' | 'url'>,
  { durationMs, attempt }: Pick<RequestEvent, 'durationMs' | 'attempt'>,
): RequestEvent {
  const answer = outcome.ok ? outcome.answer : null;
  return {
    method,
    url: redactUrl(url),
    status: answer?.status ?? null,
    durationMs,
    attempt,
    requestId: answer?.headers['x-request-id'] ?? null,
    failure: outcome.ok ? null : outcome.failure.kind,
  };
}

function redactUrl(url: URL): string {
  const shown = new URL(url);
  for (const name of new Set(shown.searchParams.keys())) {
    if (/key|token|secret|password|credential/i.test(name)) shown.searchParams.set(name, '***');
  }
  return shown.href;
}
