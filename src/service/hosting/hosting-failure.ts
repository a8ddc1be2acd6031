import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hideFolders } from '../../foundation/errors/hide-folders.ts';
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

/** @param own - folders of the service, which its callers do not see */
export function toFailureResponse(error: unknown, own: readonly string[] = []): Response {
  const failure = toFailure(error);
  const { status, message, retryAfterSeconds: seconds, shouldRetry } = failure;
  const retry = toRetryHeaders({ shouldRetry, retryAfter: seconds === null ? null : String(seconds) });
  const body = JSON.stringify({ detail: hideFolders(message, own) });
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...retry };
  return new Response(body, { status, headers });
}

function toFailure(error: unknown): HostingFailure {
  if (error instanceof HostingFailure) return error;
  if (isShortage(error)) return shortageFailure(error);
  return new HostingFailure(502, `The workflow could not be called: ${messageOf(error)}`);
}

/** Lists the folders of a service, whose places its callers need not know. */
export function ownFolders({ dataDir, hostScript }: { readonly dataDir: string; readonly hostScript: URL }): string[] {
  return [resolve(dataDir), dirname(fileURLToPath(hostScript)), tmpdir()];
}
