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
  const [, count = '', unit = ''] = LENGTH.exec(typed) ?? [];
  const lengthMs = Number(count) * (UNITS[unit] ?? Number.NaN);
  const sign = direction === 'ago' ? -1 : 1;
  const time = count !== '' ? now.getTime() + sign * lengthMs : DATE.test(typed) ? Date.parse(typed) : Number.NaN;
  // Date.parse reads 2026-02-31 as 3 March.
  if (!Number.isNaN(time) && (count !== '' || isRealDay(typed))) return new Date(time).toISOString();
  throw new UserError({
    code: 'WF_USAGE',
    message: `${flag} cannot be ${JSON.stringify(typed)}: it is a length of time such as 12h or 90d, or a date such as 2027-01-31.`,
  });
}

function isRealDay(typed: string): boolean {
  const day = typed.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
