import { escapeJson, stripControlCharacters, toSingleLine } from '../../foundation/terminal-text.ts';
import type { HostedLabels, ServedRequest } from './served-request.ts';

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

export type Entry = Readonly<Record<string, string | number | null>>;

/** Creates the log of a service: lines for people, or one JSON object per line for programs. */
export function createRequestLog({ format, write, now = () => new Date() }: RequestLogOptions): RequestLog {
  if (format === 'off') return { served: () => undefined, failed: () => undefined, event: () => undefined };
  const toLine = format === 'json' ? toJsonLine : toTextLine;
  return {
    served: ({ requestId, keyId, ms, hosted, error, ...rest }) => {
      if (isPassedProbe(rest)) return;
      const level = rest.status >= 500 ? 'error' : 'info';
      write(
        toLine(now(), {
          level,
          event: 'request',
          request_id: requestId,
          ...rest,
          ms: Math.round(ms),
          key_id: keyId,
          ...toFields(hosted),
          ...(error === undefined ? {} : { error }),
        }),
      );
    },
    failed: (error, requestId) => {
      const [message, stack] = error instanceof Error ? [error.message, error.stack] : [String(error), undefined];
      write(toLine(now(), { level: 'error', event: 'failure', request_id: requestId, message, stack: stack ?? null }));
    },
    event: (event, message, more = {}) => write(toLine(now(), { level: 'info', event, message, ...more })),
  };
}

/** Orchestrators and monitoring ask every few seconds; only what fails is worth a line. */
function isPassedProbe({ method, route, status }: Pick<ServedRequest, 'method' | 'route' | 'status'>): boolean {
  return method === 'GET' && PROBES.has(route) && status < 400;
}

const PROBES: ReadonlySet<string> = new Set(['/health', '/health/ready', '/metrics']);

function toFields(hosted: HostedLabels | null): Entry {
  if (hosted === null) return {};
  const { app, variant, revision, environment } = hosted;
  return { app, variant, revision, environment };
}

function toJsonLine(time: Date, entry: Entry): string {
  return `${escapeJson(JSON.stringify({ time: time.toISOString(), ...entry }))}\n`;
}

/** Paths, names and messages are other people's texts: none of them begins a line of its own, or controls a terminal. */
function toTextLine(time: Date, entry: Entry): string {
  return `${time.toISOString().slice(11, 19)} ${toSingleLine(stripControlCharacters(describeEntry(entry)))}\n`;
}

function describeEntry(entry: Entry): string {
  const { event, status, method, path, ms, message, request_id } = entry;
  if (event === 'request') return `${status} ${method} ${path} ${ms} ms (${request_id})${describeFailure(entry)}`;
  return event === 'failure' ? `failed: ${message} (${request_id})` : String(message);
}

/** What failed, and how. */
function describeFailure({ error, variant, revision, environment }: Entry): string {
  if (typeof error !== 'string') return '';
  const ran = revision == null ? variant : `${variant}@${revision}`;
  const where = environment == null ? ran : `${ran} in ${environment}`;
  return ` ${where}: ${error}`;
}
