import { toStatus } from './status.ts';
import { stripControlCharacters, toSingleLine } from '../../../foundation/terminal-text.ts';
import { cutText } from '../../../foundation/shorten.ts';
import { LONG_VALUE } from '../../../foundation/sizes.ts';
import type { LogLine } from '../../../contract/deployments/deployment.ts';

export type Value = string | number | boolean | null | undefined;

/**
 * The kind of a value, which decides its format and alignment. `prose` keeps its lines and is wrapped instead of
 * truncated. An `amount` is a number that already has its unit; a `mark` is never truncated. A `bar`, a `change` and a
 * `spread` are charts made of characters.
 */
export type Kind =
  | 'text'
  | 'prose'
  | 'id'
  | 'time'
  | 'integer'
  | 'cost'
  | 'seconds'
  | 'score'
  | 'figure'
  | 'probability'
  | 'status'
  | 'amount'
  | 'mark'
  | 'bar'
  | 'change'
  | 'spread';

export interface Format {
  readonly form: 'terminal' | 'plain' | 'tsv';
  readonly now: Date;
  readonly idLength?: number;
}

/**
 * Formats a value: short on a terminal; in full in plain text, with fractions rounded; exact in tab-separated values. A
 * duration has its unit in both, since it may be seconds or milliseconds.
 */
export function formatValue(kind: Kind, value: Value, format: Format): string {
  if (value === null || value === undefined || value === '') return format.form === 'tsv' ? '' : '-';
  if (format.form === 'plain' && typeof value === 'number')
    return kind === 'seconds' ? formatNumber(kind, value) : roundNumber(kind, value);
  if (format.form !== 'terminal') return toSingleLine(String(value));
  // A terminal takes minutes to wrap what nobody reads there.
  const text = cutText(forTerminal(kind, value, format), LONG_VALUE.most, WHOLE);
  return kind === 'prose' ? text.trim().split(/\r?\n/).map(toSingleLine).join('\n') : toSingleLine(text);
}

/** As `formatValue`, for a cell of a table: a long one is cut, but in tab-separated values. */
export function formatCell(kind: Kind, value: Value, format: Format): string {
  const isShown = format.form === 'plain' && typeof value === 'string';
  return formatValue(kind, isShown ? cutText(value, LONG_VALUE.most, WHOLE) : value, format);
}

const WHOLE = '; --json has all';

/** Formats a value as a terminal shows it, outside of a table; times as dates. */
export function formatShort(kind: Kind, value: Value): string {
  return formatValue(kind, value, { form: 'terminal', now: new Date(0) });
}

/** Formats a value in a compact form; `null` if there is none. */
export function compactValue(kind: Kind, value: Value, now: Date): string | null {
  if (typeof value !== 'string' || value === '') return null;
  if (kind === 'time') return formatAge(value, now, true);
  if (kind !== 'status') return null;
  const { text, isSigned } = toStatus(value);
  return isSigned ? text.slice(0, 1) : null;
}

function forTerminal(kind: Kind, value: string | number | boolean, { now, idLength }: Format): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(kind, value);
  if (kind === 'id') return value.slice(0, idLength);
  if (kind === 'time') return formatAge(value, now);
  if (kind === 'status') return toStatus(value).text;
  return value;
}

function formatNumber(kind: Kind, value: number): string {
  if (kind === 'cost') return `$${roundNumber(kind, value)}`;
  if (kind === 'seconds')
    return value < 1 ? `${trimmed(value * 1000, value < 0.01 ? 1 : 0)} ms` : `${trimmed(value, 2)} s`;
  return roundNumber(kind, value);
}

/** Rounds a number to a readable precision, without a unit. */
function roundNumber(kind: Kind, value: number): string {
  if (kind === 'cost') return trimmed(value, Math.max(2, significantDecimals(value)));
  if (kind === 'seconds') return trimmed(value, Math.max(3, significantDecimals(value)));
  // A test never yields a probability of exactly 0.
  if (kind === 'probability') return value < 0.0001 ? '<0.0001' : trimmed(value, 4);
  if (kind === 'score' || kind === 'figure') return trimmed(value, Math.max(4, significantDecimals(value)));
  return String(value);
}

/** Returns the decimals that keep three significant digits of a small amount. */
function significantDecimals(value: number): number {
  return Math.min(12, 2 - Math.floor(Math.log10(Math.abs(value))));
}

/** Rounds without trailing zeros and, unlike `String`, never with an exponent. */
function trimmed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MAX_AGE = 30 * DAY;

/**
 * Formats a time as its age; beyond thirty days, or in the future, as a date.
 *
 * @param isShort - writes `3 min` for `3 minutes ago`
 */
function formatAge(timestamp: string, now: Date, isShort = false): string {
  const then = Date.parse(timestamp);
  if (Number.isNaN(then)) return timestamp;
  const seconds = Math.floor((now.getTime() - then) / 1000);
  // Clocks differ slightly between machines; a new record is not from the future.
  if (seconds > -MINUTE && seconds < 5) return isShort ? 'now' : 'just now';
  if (seconds < 0 || seconds >= MAX_AGE) return new Date(then).toISOString().slice(0, 10);
  if (seconds < MINUTE) return ago(seconds, 'second', isShort);
  if (seconds < HOUR) return ago(Math.floor(seconds / MINUTE), 'minute', isShort);
  if (seconds < DAY) return ago(Math.floor(seconds / HOUR), 'hour', isShort);
  return ago(Math.floor(seconds / DAY), 'day', isShort);
}

const SHORT_UNITS = { second: 's', minute: 'min', hour: 'h', day: 'd' } as const;

function ago(count: number, unit: keyof typeof SHORT_UNITS, isShort: boolean): string {
  if (isShort) return `${count} ${SHORT_UNITS[unit]}`;
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** Replaces the public service's "None" for a missing id by `null`. */
export function nullIfNone(value: string | null | undefined): string | null {
  return value === undefined || value === null || value.trim() === 'None' ? null : value;
}

/** Converts a JSON value to a cell: text and numbers as they are, anything else as JSON. */
export function toCell(value: unknown): Value {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

/**
 * Creates the function that formats log lines for people: time, stream, text, and the request where another one begins.
 * Removes the workflow's own escape sequences.
 */
export function createLogFormatter(): (line: LogLine) => string {
  let previous: string | null = null;
  return (line) => {
    const { created_at, stream, text, request_id = null } = line;
    const isSame = request_id === previous;
    previous = request_id;
    const mark = stream === 'stdout' ? ' ' : stream === 'stderr' ? '!' : '*';
    const origin = request_id === null || isSame ? '' : ` (${describeOrigin(line)})`;
    return `${created_at} ${mark} ${stripControlCharacters(`${text}${origin}`)}`;
  };
}

function describeOrigin({ request_id, variant, revision, environment }: LogLine): string {
  const ran = revision == null ? variant : `${variant}@${revision}`;
  return [ran, environment, `request ${request_id}`].filter((part) => part != null).join(', ');
}
