import { hasCode, messageOf } from '../../foundation/errors/wf-error.ts';
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

/** Tells whether the service could open no further file or socket. */
export function isShortage(error: unknown): boolean {
  return hasCode(error, 'EMFILE') || hasCode(error, 'ENFILE');
}

/** The failure of a call for which the service could open no further file: nothing is wrong with what was called. */
export function shortageFailure(cause: unknown): HostingFailure {
  const message = 'The service may open no more files at the moment (ulimit -n). Try again in a second.';
  return new HostingFailure(503, message, { retryAfterSeconds: 1, cause });
}

export function toFailureResponse(error: unknown): Response {
  const failure = toFailure(error);
  const { status, message, retryAfterSeconds: seconds, shouldRetry } = failure;
  const retry = toRetryHeaders({ shouldRetry, retryAfter: seconds === null ? null : String(seconds) });
  const body = JSON.stringify({ detail: message });
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...retry };
  return new Response(body, { status, headers });
}

function toFailure(error: unknown): HostingFailure {
  if (error instanceof HostingFailure) return error;
  if (isShortage(error)) return shortageFailure(error);
  return new HostingFailure(502, `The workflow could not be called: ${messageOf(error)}`);
}
