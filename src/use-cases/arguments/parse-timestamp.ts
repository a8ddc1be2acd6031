import { UserError } from '../../foundation/errors/wf-error.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const LENGTH = /^([1-9]\d{0,5})([smhdw])$/;
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

export interface ParseTimestampOptions {
  /** The flag's name in messages, as in `--since`. */
  readonly flag: string;
  /** Whether a duration counts back or ahead from now. */
  readonly direction: 'ago' | 'ahead';
  readonly now: Date;
}

/**
 * Parses a point in time: a duration relative to now (`30m`, `12h`, `90d`, `2w`), a date in UTC, or RFC 3339.
 *
 * @returns RFC 3339 in UTC
 * @throws {WF_USAGE} when it is none of these
 */
export function parseTimestamp(typed: string, { flag, direction, now }: ParseTimestampOptions): string {
  const lengthMs = parseLength(typed);
  if (lengthMs !== null) return new Date(now.getTime() + (direction === 'ago' ? -lengthMs : lengthMs)).toISOString();
  const time = DATE.test(typed) ? Date.parse(typed) : Number.NaN;
  // Date.parse reads 2026-02-31 as 3 March.
  if (!Number.isNaN(time) && isRealDay(typed)) return new Date(time).toISOString();
  throw new UserError({
    code: 'WF_USAGE',
    message: `${flag} cannot be ${JSON.stringify(typed)}: it is a length of time such as 12h or 90d, or a date such as 2027-01-31.`,
  });
}

/** Returns whether a typed time depends on what time it is. */
export function isRelative(typed: string | undefined): boolean {
  return typed !== undefined && parseLength(typed) !== null;
}

/** Parses a length of time, as in `30d`, to milliseconds; `null`: it is something else. */
function parseLength(typed: string): number | null {
  const [, count, unit = ''] = LENGTH.exec(typed) ?? [];
  return count === undefined ? null : Number(count) * (UNITS[unit] ?? Number.NaN);
}

function isRealDay(typed: string): boolean {
  const day = typed.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Ten years. */
const MAX_S = 3650 * 86_400;

/**
 * Parses an age, as in `30d`.
 *
 * @returns seconds
 * @throws {WF_USAGE} when it is not a length of time, or more than ten years
 */
export function parseAge(typed: string, flag: string): number {
  const seconds = (parseLength(typed) ?? Number.NaN) / 1000;
  if (seconds <= MAX_S) return seconds;
  throw new UserError({
    code: 'WF_USAGE',
    message: `${flag} cannot be ${JSON.stringify(typed)}: it is a length of time such as 12h, 30d or 8w, up to 3650d.`,
  });
}
