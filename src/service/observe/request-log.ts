import type { ServedRequest } from './served-request.ts';

export type LogFormat = 'text' | 'json' | 'off';

export interface RequestLogOptions {
  readonly format: LogFormat;
  /** Receives a line, with its line feed. */
  readonly write: (line: string) => void;
  /** @defaultValue the system's clock */
  readonly now?: () => Date;
}

/** The operator's log: each request, and each failure with the request id that its caller got. */
export interface RequestLog {
  served(request: ServedRequest): void;
  failed(error: unknown, requestId: string): void;
  /** Logs another event, such as the end of a chunk. */
  event(event: string, message: string, more?: Entry): void;
}

/** The fields of an entry, without its time. */
export type Entry = Readonly<Record<string, string | number | null>>;

/** Creates the log of a service: lines for people, or one JSON object per line for programs. */
export function createRequestLog({ format, write, now = () => new Date() }: RequestLogOptions): RequestLog {
  if (format === 'off') return { served: () => undefined, failed: () => undefined, event: () => undefined };
  const toLine = format === 'json' ? toJsonLine : toTextLine;
  return {
    served: ({ requestId, keyId, ms, ...rest }) => {
      const level = rest.status >= 500 ? 'error' : 'info';
      write(
        toLine(now(), { level, event: 'request', request_id: requestId, ...rest, ms: Math.round(ms), key_id: keyId }),
      );
    },
    failed: (error, requestId) => {
      const [message, stack] = error instanceof Error ? [error.message, error.stack] : [String(error), undefined];
      write(toLine(now(), { level: 'error', event: 'failure', request_id: requestId, message, stack: stack ?? null }));
    },
    event: (event, message, more = {}) => write(toLine(now(), { level: 'info', event, message, ...more })),
  };
}

function toJsonLine(time: Date, entry: Entry): string {
  return `${JSON.stringify({ time: time.toISOString(), ...entry })}\n`;
}

function toTextLine(time: Date, { event, status, method, path, ms, message, request_id }: Entry): string {
  const clock = time.toISOString().slice(11, 19);
  if (event === 'request') return `${clock} ${status} ${method} ${path} ${ms} ms (${request_id})\n`;
  if (event === 'failure') return `${clock} failed: ${message} (${request_id})\n`;
  return `${clock} ${message}\n`;
}
