import { UserError } from '../../foundation/errors/wf-error.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const LENGTH = /^([1-9]\d{0,5})([smhdw])$/;

/** Ten years. */
const MAX_S = 3650 * 86_400;

/**
 * Parses an age, as in `30d`.
 *
 * @returns seconds
 * @throws {WF_USAGE} when it is not a length of time, or more than ten years
 */
export function parseAge(typed: string, flag: string): number {
  const [, count = '', unit = ''] = LENGTH.exec(typed) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (count !== '' && seconds <= MAX_S) return seconds;
  throw new UserError({
    code: 'WF_USAGE',
    message: `${flag} cannot be ${JSON.stringify(typed)}: it is a length of time such as 12h, 30d or 8w, up to 3650d.`,
  });
}
