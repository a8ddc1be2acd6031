import { expect, test } from 'vitest';
import { parseTimestamp } from '../../../../src/use-cases/arguments/parse-timestamp.ts';

const now = new Date('2026-11-20T12:00:00Z');

test.each([
  ['90d', 'ahead', '2027-02-18T12:00:00.000Z'],
  ['12h', 'ago', '2026-11-20T00:00:00.000Z'],
  ['30m', 'ago', '2026-11-20T11:30:00.000Z'],
  ['2w', 'ahead', '2026-12-04T12:00:00.000Z'],
  ['2027-01-31', 'ahead', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31T10:00+02:00', 'ahead', '2027-01-31T08:00:00.000Z'],
] as const)('%s %s is %s', (typed, direction, moment) => {
  expect(parseTimestamp(typed, { flag: '--expires', direction, now })).toBe(moment);
});

test.each(['', '0d', '-1d', '5', 'soon', '2026-02-31', '2026-13-01', '2026-1-1', '31.12.2026', '2026-01-01T25:00Z'])(
  '%j is refused',
  (typed) => {
    expect(() => parseTimestamp(typed, { flag: '--since', direction: 'ago', now })).toThrow(
      expect.objectContaining({ code: 'WF_USAGE', message: expect.stringContaining('--since') }),
    );
  },
);
