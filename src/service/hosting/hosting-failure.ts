import { messageOf } from '../../foundation/errors/wf-error.ts';
import { toRetryHeaders } from '../../foundation/retry-rule.ts';

/** The failure of a hosted call, with the status and message for its caller. */
export class HostingFailure extends Error {
  readonly status: 502 | 503 | 504;
  readonly retryAfterSeconds: number | null;
  readonly hasEnded: boolean;
  readonly wasSent: boolean;
  readonly shouldRetry: boolean | undefined;

  constructor(status: 502 | 503 | 504, message: string, options: HostingFailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HostingFailure';
    this.status = status;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.hasEnded = options.hasEnded ?? false;
    this.wasSent = options.wasSent ?? false;
    // A call that had all its time gets no more.
    this.shouldRetry = options.shouldRetry ?? (status === 504 ? false : undefined);
  }
}

interface HostingFailureOptions {
  readonly retryAfterSeconds?: number;
  readonly hasEnded?: boolean;
  /** Whether the workflow got the call, which it may have paid for. @defaultValue false */
  readonly wasSent?: boolean;
  /** What its answer says about a retry. @defaultValue what its status says */
  readonly shouldRetry?: boolean;
  readonly cause?: unknown;
}

export function toFailureResponse(error: unknown): Response {
  const failure = error instanceof HostingFailure ? error : new HostingFailure(502, describeUnknown(error));
  const { status, message, retryAfterSeconds: seconds, shouldRetry } = failure;
  const retry = toRetryHeaders({ shouldRetry, retryAfter: seconds === null ? null : String(seconds) });
  const body = JSON.stringify({ detail: message });
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...retry };
  return new Response(body, { status, headers });
}

function describeUnknown(error: unknown): string {
  return `The workflow could not be called: ${messageOf(error)}`;
}
