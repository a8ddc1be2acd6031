/** The failure of a hosted call, with the status and message for its caller. */
export class HostingFailure extends Error {
  readonly status: 502 | 503 | 504;
  readonly retryAfterSeconds: number | null;
  /** The process ended during the call. */
  readonly hasEnded: boolean;

  constructor(
    status: 502 | 503 | 504,
    message: string,
    options: { readonly retryAfterSeconds?: number; readonly hasEnded?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HostingFailure';
    this.status = status;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.hasEnded = options.hasEnded ?? false;
  }
}

/** Converts the failure of a call to the response for its caller. */
export function toFailureResponse(error: unknown): Response {
  const failure = error instanceof HostingFailure ? error : new HostingFailure(502, describeUnknown(error));
  const headers = failure.retryAfterSeconds === null ? {} : { 'retry-after': String(failure.retryAfterSeconds) };
  return Response.json({ detail: failure.message }, { status: failure.status, headers });
}

function describeUnknown(error: unknown): string {
  return `The workflow could not be called: ${error instanceof Error ? error.message : String(error)}`;
}
