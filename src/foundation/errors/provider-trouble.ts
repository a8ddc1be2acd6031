import { isRecord, toRecord } from '../record.ts';
import { isTransient, isTransientCode, readRetryAfter } from '../retry-rule.ts';

/** A failure of what a handler called, which may pass. */
export interface ProviderTrouble {
  /** Status of the provider's answer; `null`: the connection failed. */
  readonly status: number | null;
  /** How long the provider asks to wait, in milliseconds; `null`: it does not say. */
  readonly retryAfterMs: number | null;
}

/**
 * Finds trouble of a provider in what a handler threw: an error, or a cause of it, with a transient status or code. Any other
 * error is the handler's own and would only be thrown again.
 *
 * @param now - milliseconds since 1970
 * @returns `null`: there is none
 */
export function findProviderTrouble(thrown: unknown, now: number): ProviderTrouble | null {
  for (const error of errorsOf(thrown)) {
    const status = statusOf(error);
    const header = headersOf(error);
    if (status !== null)
      return isTransient(status, header) ? { status, retryAfterMs: readRetryAfter(header, now) } : null;
    if (isTransientCode(Reflect.get(error, 'code'))) return { status: null, retryAfterMs: null };
  }
  return null;
}

/** Adds what broke the connection to a message that leaves it to a cause: `fetch failed: ECONNREFUSED 127.0.0.1:11434`. */
export function addConnection(message: string, thrown: unknown): string {
  const broken = errorsOf(thrown).findLast((error) => isOfConnection(Reflect.get(error, 'code')));
  // Node says what it refused to send, as in "bad port", without a code.
  if (broken === undefined) return message === 'fetch failed' ? addCause(message, thrown) : message;
  const { code, address, hostname, host, port, socket } = broken as Readonly<Record<string, unknown>>; // any may be missing
  const { remoteAddress, remotePort } = toRecord(socket);
  const name = [hostname, host, address, remoteAddress].find(isText);
  const number = [port, remotePort].find((value) => Number.isInteger(value));
  const place = name === undefined ? '' : ` ${name.includes(':') ? `[${name}]` : name}`;
  // What the error itself says is not repeated.
  if (message.includes(String(code)) && (name === undefined || message.includes(name))) return message;
  const after = typeof number === 'number' ? `:${number}` : '';
  return `${message.replace(/[.\s]+$/, '')}: ${String(code)}${place}${place === '' ? '' : after}`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function addCause(message: string, thrown: unknown): string {
  const { cause } = thrown as { readonly cause?: unknown }; // an error has it, or has not
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

function isOfConnection(code: unknown): boolean {
  return isTransientCode(code) || (typeof code === 'string' && CONNECTION_CODE.test(code));
}

/** Codes of Node and undici for what else happens to a connection, its name and its certificate. */
const CONNECTION_CODE = /^(?:ENOTFOUND|UND_ERR_[A-Z_]+|ERR_(?:TLS|SSL)_[A-Z_]+|[A-Z_]*CERT[A-Z_]*)$/;

/** Errors before there is a connection: nobody got the request, and nobody is paid. */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|DEPTH_.*|UNABLE_TO_.*|ERR_INVALID_.*)$/;

/** Returns whether a request failed before anybody got it. */
export function isUnsent(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  const { code, cause, errors } = error as Readonly<Record<string, unknown>>; // any of them may be missing
  if (typeof code === 'string' && UNSENT.test(code)) return true;
  const are = Array.isArray(errors) && errors.length > 0 && errors.every((each) => isUnsent(each, depth + 1));
  return are || isUnsent(cause, depth + 1);
}

/** A cause may be its own cause. */
const MAX_DEPTH = 20;

/** The error and its causes, as packages keep them: `cause`, `lastError` (AI SDK), and the last of `errors`. */
function errorsOf(thrown: unknown): object[] {
  const found: object[] = [];
  for (let error = thrown; typeof error === 'object' && error !== null && found.length < MAX_DEPTH;) {
    found.push(error);
    const { cause, lastError, errors } = error as Readonly<Record<string, unknown>>; // any of them may be missing
    error = cause ?? lastError ?? (Array.isArray(errors) ? errors.at(-1) : undefined);
  }
  return found;
}

/**
 * The status of the provider's answer: as clients of OpenAI, Anthropic and Google have it (`status`), the AI SDK and Mistral
 * (`statusCode`), the client of AWS, and those that keep the response.
 */
export function statusOf(error: object): number | null {
  const { status, statusCode, status_code, response, $metadata } = error as Readonly<Record<string, unknown>>; // as above
  const nested = [
    isRecord(response) ? response['status'] : null,
    isRecord($metadata) ? $metadata['httpStatusCode'] : null,
  ];
  const found = [status, statusCode, status_code, ...nested].find((value) => Number.isInteger(value));
  return typeof found === 'number' && found >= 400 && found <= 599 ? found : null;
}

function headersOf(error: object): (name: string) => string | null {
  const { headers, responseHeaders, response, $response } = error as Readonly<Record<string, unknown>>; // as above
  const all = [headers, responseHeaders, fieldOfObject(response, 'headers'), fieldOfObject($response, 'headers')];
  return (name) => all.map((each) => readHeader(each, name)).find((value) => value !== null) ?? null;
}

function fieldOfObject(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A `Headers`, or a plain object. Names have any case there. */
function readHeader(headers: unknown, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) return null;
  const pairs = Symbol.iterator in headers ? [...(headers as Iterable<unknown>)] : Object.entries(headers);
  for (const pair of pairs) {
    if (Array.isArray(pair) && String(pair[0]).toLowerCase() === name) return String(pair[1]);
  }
  return null;
}
