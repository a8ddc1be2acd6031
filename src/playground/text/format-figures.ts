import { showName } from './show-name.ts';

/** Formats US dollars, with enough digits for small costs; `-` for an unknown cost. */
export function formatCost(dollars: number | null | undefined): string {
  if (dollars === null || dollars === undefined) return '-';
  if (dollars === 0) return '$0';
  // Two significant digits: 0.0042, not 0.00.
  const decimals = Math.min(20, Math.max(2, 1 - Math.floor(Math.log10(dollars))));
  return `$${dollars.toFixed(decimals)}`;
}

/** Formats a duration: milliseconds below one second; `-` when unknown. */
export function formatSeconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '-';
  if (seconds === 0) return '0 ms';
  if (seconds < 0.00005) return '<0.1 ms';
  if (seconds < 0.00995) return `${(seconds * 1000).toFixed(1)} ms`;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}

/** Formats a duration that people wait for: `45 s`, `12 min`, `3 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}

/** Formats shares of a whole in per cent, with one decimal: together they are 100. */
export function formatShares(counts: readonly number[]): readonly string[] {
  const whole = counts.reduce((sum, count) => sum + count, 0);
  if (whole === 0) return counts.map(() => '-');
  // The largest remainders are rounded up.
  const exact = counts.map((count) => (count / whole) * 1000);
  const missing = 1000 - exact.reduce((sum, share) => sum + Math.floor(share), 0);
  const byRemainder = exact.map((share, index) => ({ index, rest: share % 1 })).toSorted((a, b) => b.rest - a.rest);
  const up = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return exact.map((share, index) => `${(Math.floor(share) + (up.has(index) ? 1 : 0)) / 10} %`);
}

/** Formats a time in the local time zone, without seconds. */
export function formatTime(instant: string): string {
  return toLocalTime(instant, 'short');
}

/** Formats a time with its seconds, where several are in the same minute. */
export function formatMoment(instant: string): string {
  return toLocalTime(instant, 'medium');
}

function toLocalTime(instant: string, timeStyle: 'short' | 'medium'): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle });
}

/** Formats a whole number with its thousands apart; `-` when unknown. */
export function formatCount(count: number | null): string {
  return count === null ? '-' : count.toLocaleString('en');
}

/** Formats a number of records: "1 variant", "2,000 variants". */
export function countText(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** Letters that are written from right to left: Hebrew, Arabic and their kin. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Names a revision of a variant for people: `tuned@3`. */
export function nameRevision(name: string, revision: string | number): string {
  return `${isolate(name)}@${revision}`;
}

/** Names a revision from its reference, which is for machines: `tuned@3`. */
export function nameReference(reference: string): string {
  const end = reference.lastIndexOf('@');
  return end === -1 ? isolate(reference) : nameRevision(reference.slice(0, end), reference.slice(end + 1));
}

/** Keeps a name that is written from right to left from pulling what follows to its other side. */
function isolate(given: string): string {
  const name = showName(given);
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
