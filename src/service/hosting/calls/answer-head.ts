import type { IncomingHttpHeaders } from 'node:http';
import { HostingFailure } from '../hosting-failure.ts';
import { ANSWER_HEADERS, ANSWER_HEADERS_LENGTH, formatSize } from '../../../foundation/sizes.ts';

/** An answer that is not passed on; the message completes "The workflow …". */
export class UnfitAnswer extends Error {
  /** Whether the same call may get another answer soon. */
  readonly mayPass: boolean;

  /** Whether it is not HTTP. */
  readonly isMalformed: boolean;

  constructor(message: string, mayPass = false, isMalformed = false) {
    super(message);
    this.name = 'UnfitAnswer';
    this.mayPass = mayPass;
    this.isMalformed = isMalformed;
  }
}

/**
 * Headers that are about an answer itself. All others stay behind: the origin belongs to the service, and a browser would
 * apply them to all of it (cookies, `Clear-Site-Data`, `Strict-Transport-Security`, `Location`).
 *
 * @source RFC 9110 §8, §10 and §15; RFC 9111 §5; W3C Trace Context; draft-ietf-httpapi-ratelimit-headers
 */
const PASSED = new Set([
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'content-digest',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'deprecation',
  'etag',
  'expires',
  'last-modified',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'retry-after-ms',
  'server-timing',
  'sunset',
  'traceparent',
  'traceresponse',
  'tracestate',
  'vary',
]);

/** Of authors' own headers, those that a browser or a proxy in front of the service acts upon. */
const ACTED_UPON =
  /^x-(?:accel-|sendfile|lighttpd-|litespeed-|reproxy-|frame-options|content-|xss-|permitted-|dns-prefetch-|webkit-|ua-compatible|robots-|download-options|sourcemap|forwarded|request-id$)/;

export interface AnswerHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Selects the headers of an answer that are passed on.
 *
 * @throws {UnfitAnswer} when they are too many or too long, or the status is none of a whole answer
 */
export function toResponseHeaders({ status, headers: given }: AnswerHead): Headers {
  if (!isFitStatus(status)) throw unfitStatus(status);
  const headers = new Headers();
  let [count, characters] = [0, 0];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || !isPassed(name)) continue;
    const text = Array.isArray(value) ? value.join(', ') : value;
    count += 1;
    characters += name.length + text.length;
    if (count > ANSWER_HEADERS.most || characters > ANSWER_HEADERS_LENGTH.most) throw tooManyHeaders();
    headers.set(name, text);
  }
  return headers;
}

/** Returns whether a status is one of a whole answer. @source RFC 9110 §15 */
export function isFitStatus(status: number): boolean {
  return status >= 200 && status <= 599;
}

export function unfitStatus(status: number): UnfitAnswer {
  return new UnfitAnswer(`answered with status ${status}; 200 to 599 are allowed`);
}

function isPassed(name: string): boolean {
  return PASSED.has(name) || (name.startsWith('x-') && !ACTED_UPON.test(name));
}

function tooManyHeaders(): UnfitAnswer {
  const length = formatSize(ANSWER_HEADERS_LENGTH);
  return new UnfitAnswer(`answered with more than ${ANSWER_HEADERS.most} headers, or ${length} of them`);
}

/** Explains an answer that is not HTTP; `null` for any other failure. @source llhttp and undici, error codes */
export function explainMalformed(error: unknown): UnfitAnswer | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') return tooManyHeaders();
  // An assertion of undici fails where a server switches protocols.
  const isMalformed = code.startsWith('HPE_') || code === 'ERR_ASSERTION' || error.name === 'HTTPParserError';
  return isMalformed ? new UnfitAnswer('did not answer with HTTP, or switched to another protocol', false, true) : null;
}

/** Creates the failure of a call whose answer is not passed on. @param subject - whose answer it is, as a sentence begins */
export function unfitFailure(subject: string, { message, mayPass }: UnfitAnswer): HostingFailure {
  return new HostingFailure(mayPass ? 503 : 502, `${subject} ${message}.`, {
    wasSent: true,
    shouldRetry: mayPass,
    ...(mayPass ? { retryAfterSeconds: 1 } : {}),
  });
}
